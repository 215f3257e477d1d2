"""The rule on bit planes: all locations at once, by a few dozen operations on whole numbers of many bits."""

from formal_rl.agents import Draw, Draws
from formal_rl.safelife._engines.draws import Read, SpawnDraws, Spawning
from formal_rl.safelife._engines.planes.boards import PackedBoard, Scenery, margined, repeated, scenery_of
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.rule import AdvanceResult, require_draws_read, require_probability


def advance_packed(board: Board, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0) -> AdvanceResult:
    """Return the result of `advance`, on bit planes; raise as `advance` does.

    Ledger: W19-cells*
    """
    probability = require_probability(spawn_probability)
    require_draws_read(draws_read)
    packed, draws_read = advance_planes(PackedBoard.from_board(board), SpawnDraws(probability, draws), draws_read)
    return AdvanceResult(packed.to_board(), draws_read)


def advance_planes(packed: PackedBoard, draws: Spawning[Read], draws_read: Read) -> tuple[PackedBoard, Read]:
    """Return packed boards after a step, the very same ones if nothing changes, and how many draws have been read.

    Raises the errors of reading draws.
    """
    alive, traits, scenery = packed
    frame = scenery.frame
    stride = frame.stride
    row = margined(alive, frame, frame.one)
    # Count the living cells of all blocks at once by full adders: of three bits, first ^ second ^ third is the ones of
    # the sum, and the carry is set where two of them are. First add three places of a row, which two shifts bring
    # together. Their sum has two bits: row, and carry, which is worth two.
    other, last = row >> 1, row >> 2
    half = row ^ other
    carry = row & other | half & last
    row = half ^ last
    # Then add three rows of each of these bits: those of row give ones and twos, those of carry more twos, and fours.
    other, last = row >> stride, row >> 2 * stride
    half = row ^ other
    twos = row & other | half & last
    ones = half ^ last
    other, last = carry >> stride, carry >> 2 * stride
    half = carry ^ other
    fours = carry & other | half & last
    more = half ^ last
    # So the sum is ones + 2 * (twos + more) + 4 * fours. It is two to five exactly if fours differs from twos | more.
    # Four and five of these are those with fours ^ (twos & more), and that differs from ones for three and for four:
    # with these a living cell stays, and with three, whose ones is set, a dead one comes to life.
    near_three = (fours ^ (twos | more)) & (fours ^ (twos & more) ^ ones)
    after = alive & (near_three | scenery.stays)
    three = near_three & ones
    after |= three & scenery.may_live
    spawned = 0
    if scenery.may_spawn:
        waiting = scenery.may_spawn
        waiting ^= waiting & (alive | three)
        spawned, draws_read = draws.spawned(waiting, draws_read, frame.plane)
        after |= spawned
    changed = alive ^ after
    if not changed:
        return packed, draws_read
    traits &= repeated(after, frame)
    born = changed & after
    if born:
        # Spawned cells are destructible, and that is the first of the traits.
        traits |= _inherited(packed) & repeated(born, frame) | spawned
    gone = changed & scenery.loose
    if gone:
        scenery = _scenery_without(gone, scenery, after, traits)
    return PackedBoard(after, traits, scenery), draws_read


def _inherited(packed: PackedBoard) -> int:
    """Return the stacked traits that two living cells of a block have, or a spawner gives."""
    _, living, scenery = packed
    # A living exit counts as destructible, the first of the traits.
    living |= scenery.living_exits
    stride = scenery.frame.stride
    row = margined(living, scenery.frame, scenery.frame.four)
    # Two of nine need no sum: in a row a trait is there once or twice, by an or and by pairs.
    other, last = row >> 1, row >> 2
    once = row | other
    twice = row & other | once & last
    once |= last
    # Twice in a row or once in it and in the next; so too one row on, and in the last; once in the first and the last.
    both = twice | once & once >> stride
    return both | both >> stride | twice >> 2 * stride | once & once >> 2 * stride | scenery.spawned_traits


def _scenery_without(gone: int, scenery: Scenery, alive: int, traits: int) -> Scenery:
    """Return the scenery where nothing of it is left of the loose cells that died or came to life."""
    planes = tuple([plane ^ (plane & gone) for plane in scenery.planes])
    dead_traits = scenery.dead_traits
    return scenery_of(scenery.frame, planes, alive, traits, dead_traits ^ (dead_traits & repeated(gone, scenery.frame)))
