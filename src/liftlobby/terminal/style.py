"""How the terminal's pages are laid out: 80x24 is enough, more room shows the log at the right."""

CSS = """
Screen { background: $background; color: $foreground; }
#title { height: 1; background: $bar; color: $bar-ink; text-style: bold; padding: 0 1; }
VerticalScroll, OptionList { scrollbar-color: $secondary 50%; scrollbar-color-hover: $secondary;
    scrollbar-background: $background; scrollbar-size-vertical: 1; }
#moment { height: auto; max-height: 3; padding: 0 1; text-style: bold; }
#main { height: 1fr; }
#table { height: auto; max-height: 18; padding: 0 1; }
#desk { height: 1fr; min-height: 4; }
#moves, .log { border: none; border-top: solid $secondary 40%; border-title-color: $secondary; padding: 0 1;
    background: $background; height: 100%; }
#moves { width: 5fr; scrollbar-gutter: stable; }
#log { width: 4fr; }
#side { display: none; }
#moves:focus { border-top: solid $secondary; background: $background; }
#moves > .option-list--option-highlighted { background: $primary 30%; color: $foreground; text-style: bold; }
#moves:focus > .option-list--option-highlighted { background: $bar; color: $bar-ink; text-style: bold underline; }
#typed { height: 1; border: none; padding: 0 1; background: $surface; }
#typed:focus { border: none; }
.keys { height: 1; color: $soft; padding: 0 1; }
.soft { color: $soft; }
.heading { text-style: bold; color: $secondary; margin-bottom: 1; }

.-wide #log { display: none; }
.-wide #side { display: block; dock: right; width: 40; border-top: none; border-left: solid $secondary 40%; }
.-wide #table { max-height: 75%; margin-bottom: 1; }
.-tall #table { padding: 1 1; max-height: 75%; }

ModalScreen { align: center middle; background: $background 60%; }
ModalScreen.cover { background: $background; }
ModalScreen .box { width: 64; max-width: 100%; height: auto; max-height: 100%; padding: 1 2; background: $surface;
    border: round $secondary; }
ModalScreen.wide .box { width: 84; max-height: 100%; padding: 0 2; }
ModalScreen OptionList { border: none; height: auto; max-height: 12; background: $surface; padding: 0; }
ModalScreen OptionList > .option-list--option-highlighted {
    background: $bar; color: $bar-ink; text-style: bold underline;
}
ModalScreen .above { height: auto; max-height: 60vh; margin-bottom: 1; }
ModalScreen .page { height: 1fr; }
ModalScreen.wide .box { height: auto; }
Reading .box { height: 100%; }
"""
