import { ageWords, kindWords } from '../domain/estate-map/card-layout.ts'
import { fits } from '../domain/estate-map/fit-text.ts'
import type { PlacedEntity, Rectangle } from '../domain/estate-map/size-layout.ts'
import { figureAge } from '../domain/figure-age.ts'
import type { AmountFormats } from '../domain/money.ts'
import { KindIcon } from './KindIcon.tsx'
import type { MapColors } from './map-colors.ts'
import { SvgText } from './SvgText.tsx'

type ShapeProps = { placed: PlacedEntity; colors: MapColors }
type DrawnProps = ShapeProps & { amounts: AmountFormats }
type LabelProps = DrawnProps & { today: string }

const iconSize = 16
const inset = 10

/** An entity in one of its three shapes: a box with an area, a hatched box without a value, or a row. Boxes are without their text. */
export function DrawnEntity(props: DrawnProps) {
  const { shape, named } = props.placed
  if (shape === 'hatched') return <HatchedBox {...props} />
  if (shape === 'row') return <NamedRow {...props} place={props.placed} />
  return (
    <>
      <ValuedBox {...props} />
      {named ? <NamedRow {...props} place={named} /> : null}
    </>
  )
}

/** The text of a box; nothing for an entity that has a row. */
export function EntityLabel(props: LabelProps) {
  const { shape, named } = props.placed
  if (shape === 'hatched') return <HatchedLabel {...props} />
  return shape === 'row' || named ? null : <ValuedLabel {...props} />
}

/** Its rectangle has the exact area; the line in the colour of the ground separates it from its neighbours. */
function ValuedBox({ placed: { x, y, width, height, entity, named }, colors }: ShapeProps) {
  return (
    <rect
      {...{ x, y, width, height }}
      fill={colors.ofStatus(entity.in_estate_status)}
      stroke={colors.quiet}
      strokeWidth={named ? 0.5 : 2}
      rx={named ? 0 : 5}
    />
  )
}

function ValuedLabel({ placed, colors, amounts, today }: LabelProps) {
  const { x, y, width, height, entity, cents } = placed
  const room = width - 2 * inset
  const age = entity.effective_date === null ? null : figureAge(entity.effective_date, today)
  const hasAbout = height >= 48
  const hasAmount = height >= (hasAbout ? 70 : 58)
  const besideAmount = room > 250 && age !== null
  const text = { color: colors.onBox, outline: colors.ofStatus(entity.in_estate_status) }
  const size = height > 140 && room > 170 ? 17 : 13
  const exact = amounts.shown(cents ?? 0n)
  // An amount is never cut: a part of it would be another amount.
  const amount = fits(exact, room, size, true) ? exact : amounts.short(entity.value ?? 0)
  return (
    <svg {...{ x, y, width, height }} aria-hidden="true">
      <KindIcon kind={entity.kind} size={iconSize} x={inset} y={8} color={text.color} />
      <SvgText
        {...text}
        text={entity.name}
        {...{ x: inset + iconSize + 6, y: 20, width: room - iconSize - 6 }}
        weight={600}
      />
      {hasAbout ? (
        <SvgText {...text} text={kindWords(placed.entity)} {...{ x: inset, y: 38, width: room }} size={11} />
      ) : null}
      {hasAmount ? (
        <>
          <SvgText
            {...text}
            text={amount}
            {...{ x: inset, y: height - (besideAmount || age === null || height < 92 ? 12 : 26), width: room }}
            size={size}
            weight={600}
          />
          {age !== null && (besideAmount || height >= 92) ? (
            <SvgText
              {...text}
              text={ageWords(age.text)}
              {...{ x: inset, y: height - 12, width: room }}
              align={besideAmount ? 'end' : 'start'}
              size={11}
              weight={age.old ? 600 : 400}
            />
          ) : null}
        </>
      ) : null}
    </svg>
  )
}

/** An entity whose value is unknown: a size of its own that says nothing about a value. */
function HatchedBox({ placed: { x, y, width, height }, colors }: ShapeProps) {
  const stripes = Array.from(
    { length: Math.ceil((width + height) / 9) },
    (_, at) => `M${at * 9 - height} ${height}l${height} ${-height}`,
  )
  return (
    <svg {...{ x, y, width, height }} aria-hidden="true">
      <rect x={0.5} y={0.5} width={width - 1} height={height - 1} rx={5} fill={colors.ground} />
      <path d={stripes.join('')} stroke={colors.line} strokeWidth={0.75} opacity={0.55} />
      <rect
        {...{ x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 5 }}
        fill="none"
        stroke={colors.inkQuiet}
        strokeDasharray="4 3"
      />
    </svg>
  )
}

function HatchedLabel({ placed, colors }: ShapeProps) {
  const { x, y, width, height, entity } = placed
  const left = inset + iconSize + 6
  return (
    <svg {...{ x, y, width, height }} aria-hidden="true">
      <KindIcon kind={entity.kind} size={iconSize} x={inset} y={6} color={colors.ink} />
      <SvgText
        outline={colors.ground}
        text={entity.name}
        {...{ x: left, y: 18, width: width - left - 8 }}
        weight={600}
        color={colors.ink}
      />
      <SvgText
        outline={colors.ground}
        text={kindWords(placed.entity)}
        {...{ x: inset, y: 35, width: width - inset - 8 }}
        size={11}
        color={colors.inkQuiet}
      />
    </svg>
  )
}

/** A line of a list: the name, and the amount at its end. */
function NamedRow({ placed, colors, amounts, place }: DrawnProps & { place: Rectangle }) {
  const { entity, cents, shape } = placed
  const { x, y, width, height } = place
  const amount = amounts.shown(cents ?? 0n)
  const amountWidth = Math.min(width * 0.5, amount.length * 7.4 + 4)
  const base = y + height / 2 + 4
  return (
    <>
      <rect {...{ x, y, width, height }} fill={colors.quiet} />
      {shape === 'box' ? (
        <rect
          x={x + 2}
          y={y + height / 2 - 4}
          width={8}
          height={8}
          rx={2}
          fill={colors.ofStatus(entity.in_estate_status)}
        />
      ) : null}
      <SvgText text={entity.name} {...{ x: x + 16, y: base, width: width - amountWidth - 26 }} color={colors.ink} />
      <SvgText
        text={amount}
        {...{ x: x + width - amountWidth - 4, y: base, width: amountWidth }}
        align="end"
        color={(cents ?? 0n) < 0n ? colors.negative : colors.inkQuiet}
      />
    </>
  )
}
