import {
  moveCard,
  type PlacedCard,
  type PlacedGroup,
  type PlacedKind,
  type PlacedLane,
  type StructureLayout,
  type TextLine,
} from './placed.ts'

/** The heading of a group, which a page that begins within the group repeats. */
type Heading = { texts: readonly TextLine[]; top: number; height: number }

/** A part that stays together on a page: a line of kinds, or of cards with the heading of their group. */
type Row = {
  top: number
  bottom: number
  groups: readonly PlacedGroup[]
  kinds: readonly PlacedKind[]
  /** Null for the first row of a group, which has it already. */
  repeated: Heading | null
}

/** From one lane to the next, and from a lane's last row to its edge, in pixels. */
const gap = 16
const pad = 10

/**
 * A structure with its lanes below each other as pages of at most a height, in pixels: people first, and the legend below the lanes of each. A lane that goes
 * on has its name and its sum again, a group its heading. What is alone higher than a page has a page of its own.
 */
export function pagesOf(layout: StructureLayout, most: number): StructureLayout[] {
  const lanesEnd = Math.max(layout.top, ...layout.lanes.map(({ y, height }) => y + height))
  const legend = layout.height - lanesEnd
  const pages: PlacedLane[][] = [[]]
  const ends = [layout.top === 0 ? 0 : layout.top - gap]
  const put = (page: number, lane: PlacedLane) => {
    pages[page] = [...(pages[page] ?? []), lane]
    ends[page] = lane.y + lane.height
  }
  for (const lane of layout.lanes) {
    const rows = rowsOf(lane)
    const head = (rows[0]?.top ?? lane.y) - lane.y
    let taken: Row[] = []
    let isContinued = false
    const heightOf = (some: readonly Row[]) =>
      head + (some[0]?.repeated?.height ?? 0) + ((some.at(-1)?.bottom ?? 0) - (some[0]?.top ?? 0)) + pad
    const close = () => {
      const page = pages.length - 1
      const y = (ends[page] ?? 0) === 0 ? 0 : (ends[page] ?? 0) + gap
      if (taken.length > 0) put(page, partOf(lane, taken, { y, height: heightOf(taken), head, isContinued }))
      isContinued ||= taken.length > 0
      taken = []
    }
    for (const row of rows) {
      const end = ends[pages.length - 1] ?? 0
      const start = end === 0 ? 0 : end + gap
      if (start + heightOf([...taken, row]) > most - legend && (taken.length > 0 || end > 0)) {
        close()
        pages.push([])
        ends.push(0)
      }
      taken.push(row)
    }
    close()
  }
  const none = { people: [], others: null, texts: [], family: [], top: 0 }
  return pages.map((lanes, at) => {
    const end = ends[at] ?? 0
    const entries = layout.legend.map((entry) => {
      const dy = end - lanesEnd
      return { ...entry, y: entry.y + dy, texts: down(entry.texts, dy) }
    })
    const isWithLanes = lanes.length > 0
    // The words beside the last generation may end below its cards.
    const wordsEnd = at === 0 ? Math.max(0, ...layout.texts.map(({ y, size }) => y + size / 3)) : 0
    return {
      ...{ ...layout, ...(at === 0 ? {} : none), lanes },
      ...{ legend: isWithLanes ? entries : [], height: Math.max(wordsEnd, end + (isWithLanes ? legend : 0)) },
    }
  })
}

/** A heading of which a part was on the page before. */
const continued = (texts: readonly TextLine[]): TextLine[] =>
  texts.map((one, at) => (at === texts.length - 1 ? { ...one, text: `${one.text}, continued` } : one))

const down = (texts: readonly TextLine[], dy: number): TextLine[] => texts.map((text) => ({ ...text, y: text.y + dy }))

/** The height of a heading's first line above its baseline. */
const ascent = 15

function rowsOf({ groups, kinds }: PlacedLane): Row[] {
  const lines = [...Map.groupBy(kinds, ({ y }) => y)].map(([top, own]): Row => {
    const bottoms = own.flatMap((kind) => [kind.y + kind.height, ...kind.cards.map(({ y, height }) => y + height)])
    return { top, bottom: Math.max(...bottoms), groups: [], kinds: own, repeated: null }
  })
  const cards = groups.flatMap(({ texts, cards: all }) => {
    const rows = [...Map.groupBy(all, ({ y }) => y)]
    const first = rows[0]?.[0] ?? 0
    const top = Math.min(first, ...texts.map((text) => text.y - ascent))
    const repeated = texts.length === 0 ? null : { texts: continued(texts), top, height: first - top }
    return rows.map(
      ([y, own], at): Row => ({
        top: at === 0 ? top : y,
        bottom: Math.max(...own.map((card) => card.y + card.height)),
        groups: [{ texts: at === 0 ? texts : [], cards: own }],
        kinds: [],
        repeated: at === 0 ? null : repeated,
      }),
    )
  })
  return [...lines, ...cards]
}

type Part = { y: number; height: number; head: number; isContinued: boolean }

function partOf(lane: PlacedLane, rows: readonly Row[], { y, height, head, isContinued }: Part): PlacedLane {
  const repeated = rows[0]?.repeated ?? null
  const dy = y + head + (repeated?.height ?? 0) - (rows[0]?.top ?? 0)
  const move = (card: PlacedCard) => moveCard(card, 0, dy)
  const texts = down(lane.texts, y - lane.y)
  const headings = repeated ? [{ texts: down(repeated.texts, y + head - repeated.top), cards: [] }] : []
  return {
    ...lane,
    ...{ y, height },
    texts: isContinued ? continued(texts) : texts,
    total: down(lane.total, y - lane.y),
    groups: [
      ...headings,
      ...rows.flatMap(({ groups }) =>
        groups.map((group) => ({ texts: down(group.texts, dy), cards: group.cards.map(move) })),
      ),
    ],
    kinds: rows.flatMap(({ kinds }) =>
      kinds.map((kind) => ({
        ...kind,
        y: kind.y + dy,
        texts: down(kind.texts, dy),
        bars: kind.bars.map((bar) => ({ ...bar, y: bar.y + dy })),
        cards: kind.cards.map(move),
      })),
    ),
  }
}
