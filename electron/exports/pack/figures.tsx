import { Fragment } from 'react'
import { sheetOf } from '../../../shared/domain/balance-sheet.ts'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate, formatMoment } from '../../../shared/domain/dates.ts'
import { type EstateGauge, gaugeOf, gaugeWords } from '../../../shared/domain/estate-gauge.ts'
import type { StructureLayout } from '../../../shared/domain/estate-map/placed.ts'
import { layoutStructure, manyEntities } from '../../../shared/domain/estate-map/structure-layout.ts'
import { pagesOf } from '../../../shared/domain/estate-map/structure-pages.ts'
import { maxEstateEntities } from '../../../shared/domain/limits.ts'
import { exactAmounts, formatCents, shareInPerCent, sumCents } from '../../../shared/domain/money.ts'
import { entityKindNames, inEstateStatusNames, nameOf } from '../../../shared/domain/names.ts'
import { perCentOf, perCentWords } from '../../../shared/domain/per-cent.ts'
import { type BridgeKind, bridgeKindWords, comparedWords } from '../../../shared/domain/value-bridge.ts'
import { GaugeDrawing } from '../../../shared/estate-drawing/GaugeDrawing.tsx'
import { StructureDrawing } from '../../../shared/estate-drawing/StructureDrawing.tsx'
import { placeWords } from '../../../shared/estate-drawing/words.ts'
import type { EstateMap } from '../../../shared/ipc/estate.ts'
import type { PackFacts } from '../../data/reads/pack.ts'
import { paperColors } from './paper.ts'
import { AmountCell, AsOf, Day, dayOf, NotRead, RecordText, Table } from './parts.tsx'

type SummaryProps = Pick<PackFacts, 'rollUp' | 'checked' | 'unread' | 'bridge'> & { today: string }

/** The recorded value, how much of it is in and out of the estate, and what became of it since the last meeting. */
export function SummarySection({ rollUp, checked, unread, bridge, today }: SummaryProps) {
  const { groups, ...total } = sheetOf(rollUp)
  if (total.entities === 0) return <NotRead of="entities" />
  const hasValue = total.entities > total.unvalued
  const without = checked.unchecked > 0 ? 'without a known value' : 'not valued'
  return (
    <>
      <p className="quiet">Recorded value</p>
      <p className="figure">{hasValue ? formatCents(total.cents) : checked.unchecked > 0 ? noValueKnown : notValued}</p>
      <p className="quiet">
        {entitiesIn(total.entities)}
        {total.unvalued > 0 ? `, ${formatCount(total.unvalued)} ${without}` : null}
        {hasValue ? (
          <>
            , as of <AsOf oldest={total.oldest} newest={total.newest} />
          </>
        ) : null}
        . {unread.includes('entities') ? 'Not all entities have been read yet.' : null}
      </p>
      {hasValue ? (
        <Table
          caption="In and out of the estate"
          columns={[
            { name: 'Estate' },
            { name: 'Entities' },
            { name: 'Recorded value', amount: true },
            { name: 'Share', amount: true },
          ]}
        >
          {groups.map(({ key, name, entities, unvalued, cents }) => {
            const share = shareInPerCent(cents, total.cents)
            return (
              <tr key={key}>
                <th scope="row">
                  <RecordText>{name}</RecordText>
                </th>
                <td>{formatCount(entities)}</td>
                {entities > unvalued ? <AmountCell cents={cents} /> : <td className="amount">–</td>}
                <td className="amount">{share === null || entities === unvalued ? '–' : `${share}%`}</td>
              </tr>
            )
          })}
        </Table>
      ) : null}
      <Since bridge={bridge} today={today} />
    </>
  )
}

/** The difference between two days, of the entities whose value is known on both. */
function Since({ bridge: { compared, kinds, from, met }, today }: BridgeProps) {
  const all = kinds.reduce((sum, { entities }) => sum + entities, 0)
  const [before, after] = [BigInt(compared.before), BigInt(compared.after)]
  const difference = after - before
  const percent = perCentWords(perCentOf(before, difference), difference)
  return (
    <>
      <h3>
        {met ? 'Since the last meeting, ' : 'Since a year ago, '}
        <Day date={from} />
      </h3>
      {compared.entities === 0 ? (
        <p>
          No value is known on both <Day date={from} /> and <Day date={today} />.
        </p>
      ) : (
        <p>
          <strong>{difference === 0n ? 'No change in value' : signed(difference)}</strong>
          {percent === null ? null : ` (${percent})`}
          {difference === 0n ? null : `, from ${formatCents(before)} to ${formatCents(after)}`}
          {compared.entities < all ? ` ${comparedWords(compared.entities)}` : null}.
        </p>
      )}
    </>
  )
}

/** The sums of the household page: status, kind, asset class. */
export function BalanceSheetSection({
  rollUp,
  checked,
  unread,
  amounts,
  people,
}: Pick<PackFacts, 'rollUp' | 'checked' | 'unread' | 'amounts' | 'people'>) {
  const sheet = sheetOf(rollUp)
  if (sheet.entities === 0) return <NotRead of="entities" />
  // None is only known once the service has answered for all of them.
  const none = checked.unchecked > 0 ? noValueKnown : notValued
  return (
    <>
      {sheet.groups.map(({ key: status, kinds, ...group }) => (
        // The header repeats on every page, so a page that begins within the group has its name.
        <Table
          key={status}
          caption={`Balance sheet: ${group.name}`}
          columns={[{ name: group.name }, ...sheetColumns]}
          grouped
        >
          {kinds.map(({ key: kindKey, classes, ...kind }) => (
            <tbody key={kindKey}>
              <Line className="kind" none={none} {...kind} />
              {classes.map(({ key, ...line }) => (
                <Line
                  key={key}
                  className="class"
                  none={none}
                  {...line}
                  unvalued={0}
                  oldest={kind.oldest}
                  newest={kind.newest}
                />
              ))}
            </tbody>
          ))}
          <tbody>
            <Line className="group" none={none} {...group} name={`${group.name}, total`} />
          </tbody>
        </Table>
      ))}
      <table aria-label="Balance sheet: Total">
        <tbody>
          <Line className="total" none={none} {...sheet} name="Total" />
        </tbody>
      </table>
      <p className="quiet">{checkedWords(checked)}</p>
      <Gauge gauge={gaugeOf(amounts, people, sheet)} isPartlyRead={unread.length > 0} />
    </>
  )
}

const sheetColumns = [{ name: 'Entities' }, { name: 'Recorded value', amount: true }, { name: 'As of' }] as const

/** The value in the estate beside the amount for the living primaries, if one is set. */
function Gauge({ gauge, isPartlyRead }: { gauge: EstateGauge | null; isPartlyRead: boolean }) {
  if (gauge === null) return null
  const { compared, difference, notes } = gaugeWords(gauge, exactAmounts, isPartlyRead)
  return (
    <div className="gauge">
      <p>
        {difference === null ? null : <strong>{difference}</strong>} {compared}.
      </p>
      <GaugeDrawing gauge={gauge} colors={paperColors} amounts={exactAmounts} />
      {notes.length === 0 ? null : <p className="quiet">{notes.join(' ')}</p>}
    </div>
  )
}

const notValued = 'Not valued'
const noValueKnown = 'No value known'

function checkedWords({ from, to, unchecked }: PackFacts['checked']): string {
  if (from === null || to === null) return 'The service was not asked for these figures yet.'
  const [first, last] = [formatMoment(from), formatMoment(to)]
  const when = first === last ? `on ${last}` : `between ${first} and ${last}`
  const missing = unchecked === 0 ? '' : `, and was not asked yet, or did not answer, for ${formatCount(unchecked)}`
  return `The service was last asked for these figures ${when}${missing}.`
}

type LineProps = {
  className: string
  /** Said of entities without a value. */
  none: string
  name: string
  entities: number
  unvalued: number
  cents: bigint
  oldest: string | null
  newest: string | null
}

function Line({ className, none, name, entities, unvalued, cents, oldest, newest }: LineProps) {
  const hasValue = entities > unvalued
  return (
    <tr className={className}>
      <th scope="row">
        <RecordText>{name}</RecordText>
      </th>
      <td>
        {formatCount(entities)}
        {unvalued > 0
          ? `, ${formatCount(unvalued)} ${none === notValued ? 'not valued' : 'without a known value'}`
          : ''}
      </td>
      {hasValue ? <AmountCell cents={cents} /> : <td className="amount">{none}</td>}
      <td>{hasValue ? <AsOf oldest={oldest} newest={newest} /> : '–'}</td>
    </tr>
  )
}

/** Each entity with its latest valuation. */
export function ValuationsSection({ entities }: Pick<PackFacts, 'entities'>) {
  if (entities.length === 0) return <NotRead of="entities" />
  return (
    <Table
      caption="Valuations"
      columns={[
        { name: 'Entity' },
        { name: 'Kind' },
        { name: 'Estate' },
        { name: 'Directly held', amount: true },
        { name: 'As of' },
        { name: 'Last checked' },
      ]}
    >
      {entities.map(
        ({ id, name, kind, in_estate_status: status, value, effective_date: date, checked_at: checked }) => (
          <tr key={id}>
            <th scope="row">
              <RecordText>{name}</RecordText>
            </th>
            <td>
              <RecordText>{nameOf(entityKindNames, kind)}</RecordText>
            </td>
            <td>
              <RecordText>{nameOf(inEstateStatusNames, status)}</RecordText>
            </td>
            {value === null ? (
              <td className="amount">{checked === null ? noValueKnown : notValued}</td>
            ) : (
              <AmountCell cents={sumCents([value])} />
            )}
            <td>{date === null ? '–' : <Day date={date} />}</td>
            <td className="date">{checked === null ? 'Never' : dayOf(checked)}</td>
          </tr>
        ),
      )}
    </Table>
  )
}

/** Widths at which a structure is laid out, in pixels. At the largest, its words have 8 points on paper, and initials 7. */
const widths = [600, 700, 764] as const
/** Height by width of the space for a picture on one page. */
const pageRatio = 1.1
/** Cards take at most this many pages; more entities have a line for each kind. */
const mostCardPages = 4

/** The structure on one page, or on as many as keep its words legible. */
function pagesOfMap(map: EstateMap, today: string): StructureLayout[] {
  const layOut = (width: number, more: { asKinds: boolean; isStacked?: boolean; allPeople: boolean }) =>
    layoutStructure(map, {
      ...{ width, today, ...more, amounts: exactAmounts, open: new Set<string>() },
      // A pack says what is known, not what is left to find out.
      expectsRoles: false,
      hidesSizes: false,
      // An age is that of the day of printing; a client reads the pack later.
      hidesAges: true,
    })
  // Those who are not primary have their initials only where all people would be higher than a page.
  const allPeople = layOut(widths[1], { asKinds: true, allPeople: true }).top <= widths[1] * pageRatio
  const laidOut = (width: number, more: { asKinds: boolean; isStacked?: boolean }) =>
    layOut(width, { ...more, allPeople })
  const paged = (asKinds: boolean) => pagesOf(laidOut(widths[1], { asKinds, isStacked: true }), widths[1] * pageRatio)
  for (const asKinds of map.entities.length < manyEntities ? [false, true] : [true]) {
    const whole = widths.map((width) => laidOut(width, { asKinds }))
    const fitting = whole.find(({ width, height }) => height <= width * pageRatio)
    if (fitting) return [fitting]
    const pages = paged(asKinds)
    if (asKinds || pages.length <= mostCardPages) return pages
  }
  return []
}

type MapProps = { map: EstateMap; today: string } & Pick<PackFacts, 'rollUp'>

/** The map of the household page. Proposals are left out, since no user confirmed them. */
export function EstateMapSection({ map, rollUp, today }: MapProps) {
  if (map.entity_count === 0) return <NotRead of="entities" />
  if (map.entity_count > maxEstateEntities)
    return (
      <>
        <p>{formatCount(map.entity_count)} entities are too many for a picture.</p>
        <Roles links={map.links} />
      </>
    )
  const pages = pagesOfMap({ ...map, proposals: [] }, today)
  return (
    <>
      {pages.map((layout, at) => (
        <figure
          key={layout.lanes
            .map(({ status, kinds, groups }) => `${status} ${kinds[0]?.key ?? groups[0]?.cards[0]?.figure.entity.id}`)
            .join(' ')}
        >
          <StructureDrawing
            layout={layout}
            colors={paperColors}
            label={`Estate map of ${map.household_name}${pages.length === 1 ? '' : `, part ${at + 1} of ${pages.length}`}`}
          />
          {at < pages.length - 1 || rollUp.oldest === null ? null : (
            <figcaption>
              Bars are in proportion to recorded values, as of <AsOf oldest={rollUp.oldest} newest={rollUp.newest} />.
            </figcaption>
          )}
        </figure>
      ))}
      <Roles links={map.links} />
    </>
  )
}

/** The roles that the advisor noted, by the record that they are in. */
function Roles({ links }: Pick<EstateMap, 'links'>) {
  const shown = links.filter(({ from, to }) => from.name !== null && to.name !== null)
  const byRecord = Map.groupBy(shown, ({ to }) => `${to.resource}/${to.id}`)
  if (shown.length === 0) return null
  return (
    <>
      <h3>Roles</h3>
      <p className="quiet">Noted by your advisor, not in the system of record.</p>
      <ul>
        {[...byRecord].map(([key, all]) => (
          <li key={key}>
            <RecordText>{all[0]?.to.name ?? ''}</RecordText>:{' '}
            {all.map(({ id, role, from, found_in }, at) => (
              <Fragment key={id}>
                {at > 0 ? '; ' : null}
                <RecordText>{from.name ?? ''}</RecordText>, <RecordText>{role}</RecordText>
                {found_in.map((place) => (
                  <Fragment key={`${place.document_id} ${place.page}`}>
                    {' '}
                    (<RecordText>{placeWords(place)}</RecordText>)
                  </Fragment>
                ))}
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}

const entitiesIn = (count: number) => countOf(count, 'entity', 'entities')

const signed = (cents: bigint) => `${cents > 0n ? '+' : ''}${formatCents(cents)}`

/** A difference with its sign. */
const DifferenceCell = ({ cents }: { cents: bigint }) =>
  cents > 0n ? <td className="amount">{signed(cents)}</td> : <AmountCell cents={cents} />

const KnownCell = ({ cents }: { cents: string | null }) =>
  cents === null ? <td className="amount">–</td> : <AmountCell cents={BigInt(cents)} />

/** An entity of which no value was seen on the first day counts in a step of its own: it may not have changed. */
const isChange = (kind: BridgeKind): boolean => kind !== 'unchanged' && kind !== 'not-known'

/** False if no value is known that another one could be compared with. */
export const hasValueChange = ({ kinds }: PackFacts['bridge']): boolean =>
  kinds.some(({ kind }) => kind !== 'not-known')

type BridgeProps = { bridge: PackFacts['bridge']; today: string }

/** The values known on the day of the last meeting, or a year ago, and those of today: the steps between the sums, and each entity that changed. */
export function ValueChangeSection({ bridge, today }: BridgeProps) {
  const { before, after, kinds, lines, from, met } = bridge
  const changed = lines.filter(({ kind }) => isChange(kind))
  const all = kinds.reduce((sum, { kind, entities }) => sum + (isChange(kind) ? entities : 0), 0)
  return (
    <>
      <p className="quiet">
        {met ? 'Since the last meeting, ' : 'Since a year ago, '}
        <Day date={from} />. Recorded values by effective date, as seen on this computer.
      </p>
      <NotObserved bridge={bridge} today={today} />
      <Table
        caption="Change in value"
        columns={[{ name: 'Change' }, { name: 'Entities' }, { name: 'Difference', amount: true }]}
      >
        <tr className="total">
          <th scope="row">
            <Day date={from} />
            {bridge.unknown.before > 0 ? ', known values' : null}
          </th>
          <td />
          <AmountCell cents={BigInt(before)} />
        </tr>
        {kinds.map(({ kind, entities, difference, unsent }) => (
          <tr key={kind}>
            <th scope="row">
              {bridgeKindWords[kind].name}
              <span className="quiet"> – {bridgeKindWords[kind].why}</span>
            </th>
            <td>
              {formatCount(entities)}
              {unsent === 0 ? null : `, ${formatCount(unsent)} not sent yet`}
            </td>
            <DifferenceCell cents={BigInt(difference)} />
          </tr>
        ))}
        <tr className="total">
          <th scope="row">
            <Day date={today} />
            {bridge.unknown.after > 0 ? ', known values' : null}
          </th>
          <td />
          <AmountCell cents={BigInt(after)} />
        </tr>
      </Table>
      {changed.length === 0 ? null : (
        <Table
          caption="Entities that changed"
          columns={[
            { name: 'Entity' },
            { name: 'Change' },
            ...[from, today].map((day) => ({ name: formatCalendarDate(day), amount: true as const })),
            { name: 'Difference', amount: true },
          ]}
        >
          {changed.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                <RecordText>{line.name}</RecordText>
              </th>
              <td>
                {bridgeKindWords[line.kind].name}
                {line.unsent ? ', not sent yet' : null}
              </td>
              <KnownCell cents={line.before} />
              <KnownCell cents={line.after} />
              <DifferenceCell cents={BigInt(line.difference)} />
            </tr>
          ))}
        </Table>
      )}
      {changed.length < all ? (
        <p>
          The {formatCount(changed.length)} that changed most, of {formatCount(all)}.
        </p>
      ) : null}
    </>
  )
}

const NotKnown = ({ count, day }: { count: number; day: string }) =>
  count === 0 ? null : (
    <p>
      {entitiesIn(count)} had no value that this computer knows of on <Day date={day} />, so the sum of that day is of
      the others.
    </p>
  )

/** Says which entities the sums leave out. */
function NotObserved({ bridge: { unknown, dated_later: later, from }, today }: BridgeProps) {
  return (
    <>
      <NotKnown count={unknown.before} day={from} />
      <NotKnown count={unknown.after} day={today} />
      {later === 0 ? null : (
        <p>
          Dated after <Day date={today} />: the latest value of {entitiesIn(later)}. It counts in the recorded value
          elsewhere in this pack, and not in this sum.
        </p>
      )}
    </>
  )
}
