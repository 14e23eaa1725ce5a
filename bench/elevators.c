/* In Front of the Elevators for 4 seats, played at random, as fast as plain C gets: the limit for our compiled rulebook.
 *
 * The same game to the last card: the same random numbers, asked for in the same order, and legal actions and outcomes
 * counted in the same order, so that counts and scores of every match can be compared. Nothing is asked that the shape
 * of the program already knows: there are no phases, hands hold two cards, and 4 seats and the decks' sizes are constants.
 *
 * A person is 8 * colour + type. Lines are two queues of four bits a place, front first: types + 1 and colours + 1.
 */
#include <immintrin.h>
#include <stdint.h>

typedef uint64_t u64;

enum { SEATS = 4, LINES = 3, ROUNDS = 3, TYPES = 7, LOST = 6, BOXES = 8, DECK = 8 };
enum { MOVES, CHANCE_MOVES, TURNS, FINISHED, COUNTS };

static const u64 LOWER_63 = 0x7FFFFFFFFFFFFFFF, ONES = 0x0111111111111111, SEVENS = 0x0777777777777777;
static const u64 EVERYBODY = 0x7F7F7F7F7F, LOST_CHILDREN = 0x4040404040, GIRLS = 0x0101010101;

typedef struct {
    u64 types, colours;
    unsigned end; /* four times the number of persons */
} Line;

/* --- random numbers, as in core/rng.py --- */

static u64 start(u64 seed, u64 index)
{
    u64 x = (seed * 0x1E3779B97F4A7C15 + 0x632BE59BD9B4E019) & LOWER_63;
    x = ((x ^ (x >> 30)) * 0x3F58476D1CE4E5B9 + index) & LOWER_63;
    x = ((x ^ (x >> 27)) * 0x14D049BB133111EB + 0x2545F4914F6CDD1D) & LOWER_63;
    x = ((x ^ (x >> 30)) * 0x3F58476D1CE4E5B9 + 1) & LOWER_63;
    return x ^ (x >> 31);
}

static inline u64 next_32(u64 *stream)
{
    u64 s = *stream;
    *stream = (s * 6364136223846793005u + 1442695040888963407u) & LOWER_63;
    return (uint32_t)((s ^ (s >> 21)) >> (21 + (s >> 60)));
}

static inline unsigned below(u64 *stream, unsigned n)
{
    u64 product = next_32(stream) * n;
    if (__builtin_expect((uint32_t)product < n, 0)) {
        uint32_t unfair = -n % n;
        while ((uint32_t)product < unfair)
            product = next_32(stream) * n;
    }
    return product >> 32;
}

/* --- sets and queues --- */

static inline unsigned lowest(u64 set) { return __builtin_ctzll(set); }
static inline unsigned size(u64 set) { return __builtin_popcountll(set); }
static inline unsigned nth(u64 set, unsigned n) { return lowest(_pdep_u64((u64)1 << n, set)); }

/* Bit 4 * i for each place i that holds the value, which is 1 to 7. */
static inline u64 standing(u64 queue, u64 value) { return ~(((queue ^ (value * ONES)) + SEVENS) >> 3) & ONES; }

static inline u64 insert(u64 queue, unsigned at, u64 value)
{
    u64 front = _bzhi_u64(queue, at);
    return front | value << at | (queue ^ front) << 4;
}

static inline void take_out(Line *line, u64 places)
{
    line->types = _pext_u64(line->types, ~(places * 15));
    line->colours = _pext_u64(line->colours, ~(places * 15));
}

static inline unsigned draw_one(u64 *from, unsigned number, u64 among, u64 *chance)
{
    unsigned person = nth(among, below(chance, number));
    *from ^= (u64)1 << person;
    return person;
}

/* --- the game --- */

/* FE-14: one person of the lost child's colour moves behind it; returns 1 if the player had to choose. */
static inline int send(Line *line, unsigned colour, u64 *minds)
{
    u64 same = standing(line->colours, colour + 1) & (((u64)1 << line->end) - 1);
    int chosen = 0;
    if (!same)
        return 0;
    if (same & (same - 1)) {
        unsigned kinds = 0;
        for (u64 left = same; left; left &= left - 1)
            kinds |= 1u << (line->types >> lowest(left) & 15);
        same &= standing(line->types, nth(kinds, below(minds, size(kinds))));
        chosen = 1;
    }
    u64 kind = line->types >> lowest(same) & 15;
    take_out(line, same);
    /* The lost child has moved up one place; the other now stands behind it. */
    line->types |= kind << line->end;
    line->colours |= (u64)(colour + 1) << line->end;
    return chosen;
}

static const u64 CUTS_IN[TYPES] = {2, 3, 4, 5, 6, 1, 7}; /* FE-12: before which type, plus 1 */
static const u64 MAY_CUT[TYPES] = {~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, 0};

/* FE-7 to FE-26. `value`: points by round, line, type and box. Adds to scores and returns the decisions taken. */
static int64_t play_round(int64_t value[LINES][TYPES + 1][BOXES], const int64_t *capacity, int *starter,
                          int64_t *scores, int64_t *chance_moves, u64 *chance, u64 *minds)
{
    u64 undealt = EVERYBODY, hands[SEATS] = {0};
    int64_t points[SEATS + 1] = {0}, moves = 0;
    Line lines[LINES];
    for (int seat = 0; seat < SEATS; seat++)
        for (int n = 0; n < 2; n++)
            hands[seat] |= (u64)1 << draw_one(&undealt, TYPES - n, undealt & (u64)0x7F << 8 * seat, chance);
    u64 open_to = ~LOST_CHILDREN;
    for (int line = 0; line < LINES; line++) { /* FE-9 */
        if (line == 2 && lines[0].types == lines[1].types)
            open_to &= ~(GIRLS << (lines[0].types - 1));
        unsigned person = draw_one(&undealt, size(undealt & open_to), undealt & open_to, chance);
        lines[line] = (Line){person % 8 + 1, person / 8 + 1, 4};
    }
    unsigned left = LINES * DECK, tops[LINES], deck_sizes[LINES] = {DECK, DECK, DECK}, open = 7;
    for (int deck = 0; deck < LINES; deck++)
        tops[deck] = draw_one(&undealt, left--, undealt, chance);
    int64_t turned_up = 2 * SEATS + 2 * LINES;

    unsigned seat = *starter;
    for (int turn = 0; turn < (LINES * DECK + SEATS); turn++, seat = (seat + 1) % SEATS) {
        unsigned n = below(minds, 2 * LINES), second = n >= LINES; /* FE-11 */
        unsigned person = second ? 63 - __builtin_clzll(hands[seat]) : lowest(hands[seat]);
        unsigned kind = person % 8, colour = person / 8;
        Line *line = &lines[n - LINES * second];
        hands[seat] ^= (u64)1 << person;
        moves++;
        u64 before = standing(line->types, CUTS_IN[kind]) & MAY_CUT[kind]; /* FE-13 */
        unsigned at = lowest(before | (u64)1 << line->end);
        line->types = insert(line->types, at, kind + 1);
        line->colours = insert(line->colours, at, colour + 1);
        if (kind == LOST)
            moves += send(line, colour, minds);
        line->end += 4;
        u64 friends = standing(line->types, kind + 1); /* FE-15 */
        if (size(friends) == 3) {
            take_out(line, friends);
            line->end -= 12;
            points[seat] += 1 + (kind == LOST);
        }
        if (turn >= LINES * DECK) /* FE-18 */
            continue;
        unsigned deck = nth(open, below(minds, size(open)));
        moves++;
        hands[seat] |= (u64)1 << tops[deck];
        if (--deck_sizes[deck]) {
            tops[deck] = draw_one(&undealt, left--, undealt, chance);
            turned_up++;
        } else {
            open ^= 1u << deck;
        }
    }

    for (int l = 0; l < LINES; l++) { /* FE-19 to FE-22: unowned brown is seat 4 here */
        unsigned persons = lines[l].end / 4, room = capacity[l];
        unsigned riders = persons < room ? persons : room;
        for (unsigned at = 0; at < riders; at++)
            points[(lines[l].colours >> 4 * at & 15) - 1] += value[l][lines[l].types >> 4 * at & 15][room - riders + at];
    }
    int best = *starter; /* FE-25 */
    for (int n = 1; n < SEATS; n++) {
        int other = (*starter + n) % SEATS;
        if (points[other] > points[best])
            best = other;
    }
    *starter = best;
    for (int s = 0; s < SEATS; s++)
        scores[s] += points[s];
    *chance_moves += turned_up;
    return moves;
}

/* Matches first, first + 1, ...; boxes[round][line][box], capacities[round][line], doubled[line] as in the rulebook. */
void play_matches(const int64_t boxes[ROUNDS][LINES][BOXES], const int64_t capacities[ROUNDS][LINES],
                  const int64_t doubled[LINES], u64 seed, u64 first, int64_t matches, int64_t (*counts)[COUNTS],
                  double (*gains)[SEATS], double (*points)[SEATS])
{
    int64_t value[ROUNDS][LINES][TYPES + 1][BOXES] = {0};
    for (int r = 0; r < ROUNDS; r++)
        for (int l = 0; l < LINES; l++)
            for (int kind = 0; kind < LOST; kind++) /* FE-20; FE-21: a lost child scores 0 */
                for (int box = 0; box < BOXES; box++)
                    value[r][l][kind + 1][box] = boxes[r][l][box] << (doubled[l] >> kind & 1);
    for (int64_t i = 0; i < matches; i++) {
        u64 chance = start(seed, 2 * (first + i)), minds = start(seed, 2 * (first + i) + 1);
        int64_t scores[SEATS] = {0}, moves = 0, chance_moves = 1;
        int starter = below(&chance, SEATS);
        for (int r = 0; r < ROUNDS; r++)
            moves += play_round(value[r], capacities[r], &starter, scores, &chance_moves, &chance, &minds);
        counts[i][MOVES] = moves;
        counts[i][CHANCE_MOVES] = chance_moves;
        counts[i][TURNS] = ROUNDS * (LINES * DECK + SEATS);
        counts[i][FINISHED] = 1;
        int64_t best = 0;
        int winners = 0;
        for (int s = 0; s < SEATS; s++)
            best = scores[s] > best ? scores[s] : best;
        for (int s = 0; s < SEATS; s++)
            winners += scores[s] == best;
        for (int s = 0; s < SEATS; s++) {
            points[i][s] = scores[s];
            gains[i][s] = scores[s] == best ? (double)SEATS / winners - 1 : -1;
        }
    }
}
