import { Fragment, memo, type ReactNode, type Ref } from 'react'
import { textWidth, xmlText } from '../domain/estate-map/fit-text.ts'
import { nodeKey } from '../domain/estate-map/nodes.ts'
import {
  isSameCard,
  moveCard,
  type PlacedCard,
  type PlacedEntry,
  type PlacedHolder,
  type PlacedKind,
  type PlacedLane,
  type PlacedOthers,
  type PlacedPerson,
  type Rectangle,
  type StructureLayout,
  type TextLine,
  type ValueBar,
} from '../domain/estate-map/placed.ts'
import { Drawing } from './Drawing.tsx'
import type { MapColors } from './map-colors.ts'

/** The chosen part: the rest is dimmed. */
export type StructureFocus = {
  /** `nodeKey` of the chosen person or entity. */
  key: string
  /** The roles of the chosen one in others, by their `nodeKey`. */
  roles: ReadonlyMap<string, readonly string[]>
}

/**
 * Makes the parts of a drawing focusable. A file has none of it. The same functions must be given for the same content: a part is only
 * drawn again when something of it changes.
 */
export type StructureParts = {
  person(placed: PlacedPerson, drawn: ReactNode, isChosen: boolean): ReactNode
  others(placed: PlacedOthers, drawn: ReactNode): ReactNode
  /** The card is placed at the origin. */
  card(placed: PlacedCard, drawn: ReactNode, isChosen: boolean): ReactNode
  kind(placed: PlacedKind, drawn: ReactNode): ReactNode
  /** Groups a lane's cards under its name. */
  lane(placed: PlacedLane, drawn: ReactNode): ReactNode
}

const plain: StructureParts = {
  person: (_placed, drawn) => drawn,
  others: (_placed, drawn) => drawn,
  card: (_placed, drawn) => drawn,
  kind: (_placed, drawn) => drawn,
  lane: (_placed, drawn) => drawn,
}

type Props = {
  layout: StructureLayout
  colors: MapColors
  /** Accessible name. */
  label: string
  focus?: StructureFocus | null
  parts?: StructureParts
  ref?: Ref<SVGSVGElement>
}

const isDimIn = (focus: StructureFocus | null, key: string) =>
  focus !== null && focus.key !== key && !focus.roles.has(key)

/**
 * The structure of an estate as SVG, without scripts, HTML and references: the same component draws the screen, the pack and the file.
 * One unit is one pixel.
 */
export const StructureDrawing = memo(function StructureDrawing(props: Props) {
  const { layout, colors, label, focus = null, parts = plain, ref } = props
  const { width, height, people, others, texts, family, lanes, legend } = layout
  const isFile = parts === plain
  const card = (place: PlacedCard, { status }: PlacedLane) => {
    const key = `entities/${place.figure.entity.id}`
    return (
      <g key={key} transform={`translate(${place.x} ${place.y})`}>
        <CardPart
          {...{ place, status, colors }}
          isDim={isDimIn(focus, key)}
          isChosen={focus?.key === key}
          isHit={focus !== null && !isDimIn(focus, key)}
          roles={focus?.roles.get(key)}
          part={parts.card}
        />
      </g>
    )
  }
  return (
    <Drawing {...{ width, height, label, colors, isFile, ref }}>
      <g aria-hidden={isFile ? undefined : true}>
        <Texts texts={texts} colors={colors} />
        {family.map(({ key, d, isFormer }) => (
          <path
            key={key}
            d={d}
            fill="none"
            stroke={colors.inkQuiet}
            strokeWidth={1.5}
            strokeDasharray={isFormer ? '3 3' : undefined}
          />
        ))}
      </g>
      {people.map((place) => {
        const key = nodeKey({ resource: 'individuals', id: place.person.id })
        const isChosen = focus?.key === key
        return <PersonPart key={key} {...{ place, colors, isChosen }} isDim={isDimIn(focus, key)} part={parts.person} />
      })}
      {others ? parts.others(others, <Others place={others} colors={colors} />) : null}
      {lanes.map((lane) => (
        <Fragment key={lane.status}>
          {parts.lane(
            lane,
            <>
              <LaneFrame lane={lane} colors={colors} />
              {lane.kinds.map((kind) => (
                <Fragment key={kind.key}>
                  <KindPart place={kind} status={lane.status} {...{ colors, focus, isFile }} part={parts.kind} />
                  {kind.cards.map((placed) => card(placed, lane))}
                </Fragment>
              ))}
              {lane.groups.map((group) => group.cards.map((placed) => card(placed, lane)))}
            </>,
          )}
        </Fragment>
      ))}
      <g aria-hidden={isFile ? undefined : true}>
        {legend.map((entry) => (
          <Entry key={entry.sample} entry={entry} colors={colors} />
        ))}
      </g>
    </Drawing>
  )
})

const Dim = ({ on, children }: { on: boolean; children: ReactNode }) =>
  on ? <g opacity={0.34}>{children}</g> : children

/** A part that is dimmed or not, and what makes it focusable. */
type PartProps<Name extends keyof StructureParts> = { isDim: boolean; part: StructureParts[Name] }

const tones: Readonly<Record<TextLine['tone'], (colors: MapColors) => string>> = {
  ink: ({ ink }) => ink,
  quiet: ({ inkQuiet }) => inkQuiet,
  warn: ({ warn }) => warn,
  negative: ({ negative }) => negative,
}

/** Each line is an element of its own, so that its writing direction cannot reorder its neighbours. */
function Texts({ texts, colors }: { texts: readonly TextLine[]; colors: MapColors }) {
  return texts.map(({ text, x, y, size, tone, bold = false, align, isReversed = false }) => (
    <text
      key={`${x} ${y} ${text}`}
      {...{ x, y }}
      fontSize={size}
      fontWeight={bold ? 600 : 400}
      fill={tones[tone](colors)}
      unicodeBidi="isolate"
      // Lines of a text from right to left begin at the left edge, too: the card is read from there.
      direction={isReversed ? 'rtl' : undefined}
      textAnchor={align ?? (isReversed ? 'end' : undefined)}
    >
      {text}
    </text>
  ))
}

/** Filled if the user drew or confirmed the role; dashed if it is a proposal. Entities are square. */
function Holder({ placed, colors }: { placed: PlacedHolder; colors: MapColors }) {
  const { holder, x, y, radius } = placed
  const color = colors.ofPerson(holder.node.id)
  const shape = holder.isConfirmed
    ? { fill: color }
    : { fill: colors.ground, stroke: color, strokeWidth: 1.5, strokeDasharray: '3 2' }
  const inset = holder.isConfirmed ? 0 : 0.75
  return (
    <g>
      <title>{xmlText(holder.isConfirmed ? holder.name : `${holder.name} (proposed)`)}</title>
      {holder.node.resource === 'entities' ? (
        <rect
          {...{
            x: x - radius + inset,
            y: y - radius + inset,
            width: (radius - inset) * 2,
            height: (radius - inset) * 2,
          }}
          rx={5}
          {...shape}
        />
      ) : (
        <circle cx={x} cy={y} r={radius - inset} {...shape} />
      )}
      <Initials
        text={holder.initials}
        {...{ x, y, radius }}
        color={holder.isConfirmed ? colors.onBox : colors.ink}
        room={holder.isConfirmed ? 1.75 : 1.45}
      />
    </g>
  )
}

/** Initials are no larger than names, in pixels. */
const mostInitials = 13

type InitialsProps = {
  text: string
  x: number
  y: number
  radius: number
  color: string
  /** The most width of the text, in radii. */
  room?: number
}

function Initials({ text, x, y, radius, color, room = 1.75 }: InitialsProps) {
  const shown = xmlText(text)
  const size = Math.min(1.05 * radius, mostInitials, (room * radius) / Math.max(1, textWidth(shown, 1, true)))
  return (
    <text
      {...{ x, y: y + size * 0.36 }}
      textAnchor="middle"
      fontSize={size}
      fontWeight={600}
      fill={color}
      unicodeBidi="isolate"
    >
      {shown}
    </text>
  )
}

type PersonProps = { place: PlacedPerson; colors: MapColors; isChosen: boolean }

const PersonPart = memo(function PersonPart({ isDim, part, ...props }: PersonProps & PartProps<'person'>) {
  const drawn = (
    <Dim on={isDim}>
      <Person {...props} />
    </Dim>
  )
  return part(props.place, drawn, props.isChosen)
})

function Person({ place, colors, isChosen }: PersonProps) {
  const { x, y, width, height, person, circle, texts, initials } = place
  return (
    <>
      <rect
        {...{ x: x + 1, y: y + 1, width: width - 2, height: height - 2 }}
        rx={Math.min(22, height / 2 - 1)}
        fill={person.is_deceased ? colors.quiet : colors.ground}
        stroke={isChosen ? colors.accent : colors.line}
        strokeWidth={isChosen ? 2 : 1}
      />
      <circle
        cx={circle.x}
        cy={circle.y}
        r={circle.radius}
        fill={person.is_deceased ? colors.ground : colors.ofPerson(person.id)}
        {...(person.is_deceased ? { stroke: colors.ofPerson(person.id), strokeWidth: 1.5 } : {})}
      />
      <Initials text={initials} {...circle} color={person.is_deceased ? colors.ink : colors.onBox} />
      <Texts texts={texts} colors={colors} />
    </>
  )
}

function Others({ place, colors }: { place: PlacedOthers; colors: MapColors }) {
  return (
    <>
      <rect {...{ x: place.x, y: place.y, width: place.width, height: place.height }} fill={colors.ground} />
      {place.holders.map((placed) => (
        <Holder key={placed.holder.node.id} placed={placed} colors={colors} />
      ))}
      <Texts texts={place.texts} colors={colors} />
    </>
  )
}

/** A lane with its name and its sum; the stripe has the colour of its status. Its line is within its place: paper cuts what is beside it. */
function LaneFrame({ lane, colors }: { lane: PlacedLane; colors: MapColors }) {
  const [x, y, width, height] = [lane.x + 0.5, lane.y + 0.5, lane.width - 1, lane.height - 1]
  const color = colors.ofStatus(lane.status)
  return (
    <>
      <path
        d={`M${x} ${y + 12}a12 12 0 0 1 12 -12h${width - 24}a12 12 0 0 1 12 12v${height - 24}a12 12 0 0 1 -12 12h${24 - width}a12 12 0 0 1 -12 -12z`}
        fill={colors.quiet}
        stroke={colors.line}
      />
      <path
        d={`M${x} ${y + 12}a12 12 0 0 1 12 -12h${width - 24}a12 12 0 0 1 12 12a12 8 0 0 0 -12 -8h${24 - width}a12 8 0 0 0 -12 8z`}
        fill={color}
      />
      <Texts texts={lane.texts} colors={colors} />
      <g data-total>
        <Texts texts={lane.total} colors={colors} />
      </g>
      {lane.groups.map((group) => (
        <Texts key={group.cards[0]?.figure.entity.id ?? group.texts[0]?.y} texts={group.texts} colors={colors} />
      ))}
    </>
  )
}

type CardProps = {
  place: PlacedCard
  status: string
  colors: MapColors
  isHit: boolean
  /** The roles of the chosen one in the entity. */
  roles: readonly string[] | undefined
}

type CardPartProps = CardProps & PartProps<'card'> & { isChosen: boolean }

/** A card at the origin, wherever it is in the drawing: one that only moves is not drawn again. */
const CardPart = memo(function CardPart({ isDim, isChosen, part, ...props }: CardPartProps) {
  const place = moveCard(props.place, -props.place.x, -props.place.y)
  const drawn = (
    <Dim on={isDim}>
      <Card {...props} place={place} />
    </Dim>
  )
  return part(place, drawn, isChosen)
}, isSamePart)

function isSamePart({ place: before, ...one }: CardPartProps, { place: after, ...other }: CardPartProps): boolean {
  const names = Object.keys(one) as (keyof typeof one)[]
  return names.every((name) => one[name] === other[name]) && isSameCard(before, after)
}

function Card({ place, status, colors, isHit, roles }: CardProps) {
  const { x, y, width, height, texts, bar, holders } = place
  return (
    <>
      <rect
        {...{ x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 }}
        rx={10}
        fill={colors.ground}
        stroke={isHit ? colors.accent : colors.line}
        strokeWidth={isHit ? 2 : 1}
      />
      <Texts texts={texts} colors={colors} />
      {bar ? <Bar bar={bar} color={colors.ofStatus(status)} colors={colors} /> : null}
      {holders.map((placed) => (
        <Holder key={`${placed.x} ${placed.y}`} placed={placed} colors={colors} />
      ))}
      {roles === undefined ? null : <Pill roles={roles} place={place} colors={colors} />}
    </>
  )
}

/** The part of the track that the value is of the largest one; hatched without a known value, an outline for a negative one. */
function Bar({ bar, color, colors }: { bar: ValueBar; color: string; colors: MapColors }) {
  const { x, y, width, height, fill, isNegative } = bar
  if (fill === null) {
    return <path d={stripesOf(bar)} stroke={colors.inkQuiet} strokeWidth={1} data-bar="unknown" />
  }
  return (
    <>
      <rect {...{ x, y, width, height }} rx={height / 2} fill={colors.quiet} stroke={colors.line} strokeWidth={0.5} />
      {isNegative ? (
        <rect
          {...{ x, y, width: fill, height }}
          rx={Math.min(height, fill) / 2}
          fill={colors.ground}
          stroke={colors.negative}
          strokeWidth={1.5}
          data-bar="negative"
        />
      ) : (
        <rect {...{ x, y, width: fill, height }} rx={Math.min(height, fill) / 2} fill={color} data-bar="value" />
      )}
    </>
  )
}

/** The roles of the chosen one, above the card's edge, or how many they are if there is no room for them. */
function Pill({ roles, place, colors }: { roles: readonly string[]; place: PlacedCard; colors: MapColors }) {
  const room = place.width - 34
  const all = xmlText(roles.join(' · '))
  const text = textWidth(all, 11, true) <= room ? all : `${roles.length} ${roles.length === 1 ? 'role' : 'roles'}`
  return (
    <>
      <rect
        {...{ x: place.x + 8, y: place.y - 9, width: textWidth(text, 11, true) + 18, height: 18 }}
        rx={9}
        fill={colors.accent}
      />
      <text x={place.x + 17} y={place.y + 4} fontSize={11} fontWeight={600} fill={colors.ground} unicodeBidi="isolate">
        {text}
      </text>
    </>
  )
}

/** A line of the legend, with what it explains in front. */
function Entry({ entry: { sample, x, y, texts }, colors }: { entry: PlacedEntry; colors: MapColors }) {
  const bar = { x, y: y - 3, width: 22, height: 5 }
  const color = colors.ink
  return (
    <>
      {sample === 'confirmed' ? <circle cx={x + 11} cy={y} r={7} fill={color} /> : null}
      {sample === 'proposed' ? (
        <circle
          cx={x + 11}
          cy={y}
          r={6.5}
          fill={colors.ground}
          stroke={color}
          strokeWidth={1.5}
          strokeDasharray="3 2"
        />
      ) : null}
      {sample === 'bar' ? <rect {...bar} rx={2.5} fill={color} /> : null}
      {sample === 'negative' ? (
        <rect {...bar} rx={2.5} fill={colors.ground} stroke={colors.negative} strokeWidth={1.5} />
      ) : null}
      {sample === 'unknown' ? <path d={stripesOf(bar)} stroke={colors.inkQuiet} strokeWidth={1} /> : null}
      <Texts texts={texts} colors={colors} />
    </>
  )
}

const stripesOf = ({ x, y, width, height }: Rectangle): string =>
  Array.from(
    { length: Math.floor(width / 6) },
    (_, at) => `M${x + at * 6 + 1} ${y + height}l${height} ${-height}`,
  ).join('')

type KindProps = {
  place: PlacedKind
  status: string
  colors: MapColors
  focus: StructureFocus | null
  /** A line cannot be opened in a file. */
  isFile: boolean
}

const KindPart = memo(function KindPart({ part, ...props }: KindProps & { part: StructureParts['kind'] }) {
  const { place, focus } = props
  const drawn = (
    <Dim on={place.ids.every((id) => isDimIn(focus, `entities/${id}`))}>
      <Kind {...props} />
    </Dim>
  )
  return part(place, drawn)
})

/** A line of a kind with a small bar for each entity; a dashed box is an entity without a known value. */
function Kind({ place, status, colors, focus, isFile }: KindProps) {
  const { x, y, width, height, texts, bars, isOpen } = place
  const color = colors.ofStatus(status)
  const left = x + 14
  return (
    <>
      <rect {...{ x: left - 4, y: y + 1, width: width - 20, height: height - 2 }} fill={colors.quiet} rx={6} />
      <path d={`M${left} ${y + 0.5}h${width - 28}`} stroke={colors.line} />
      {isFile ? null : (
        <path
          d={isOpen ? `M${left} ${y + 13}h9l-4.5 6z` : `M${left + 1} ${y + 11.5}v9l6 -4.5z`}
          fill={colors.inkQuiet}
        />
      )}
      <Texts texts={texts} colors={colors} />
      {bars.map((bar) => (
        <Dim key={bar.id} on={isDimIn(focus, `entities/${bar.id}`)}>
          <SmallBar bar={bar} color={color} colors={colors} />
        </Dim>
      ))}
    </>
  )
}

function SmallBar({ bar, color, colors }: { bar: ValueBar; color: string; colors: MapColors }) {
  const { x, y, width, height, fill, isNegative } = bar
  const ground = y + height
  if (fill === null) {
    return (
      <rect
        {...{ x: x + 0.5, y: ground - 9.5, width: Math.max(0.5, width - 1), height: 9 }}
        fill="none"
        stroke={colors.inkQuiet}
        strokeDasharray="2 2"
        data-bar="unknown"
      />
    )
  }
  return (
    <>
      <path d={`M${x} ${ground + 1}h${width}`} stroke={colors.line} />
      <rect
        {...{ x, y: ground - fill, width, height: fill }}
        data-bar={isNegative ? 'negative' : 'value'}
        {...(isNegative ? { fill: colors.ground, stroke: colors.negative } : { fill: color })}
      />
    </>
  )
}
