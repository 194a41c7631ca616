import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { countOf } from '../../../shared/domain/counts.ts'
import { formatMoment } from '../../../shared/domain/dates.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { levelChoices, mayReadTexts, type ProgramLevels } from '../../../shared/domain/program-levels.ts'
import type { ProgramCall, ProgramsState } from '../../../shared/ipc/programs.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { useApi } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { choiceWords, levelWords } from '../../lib/program-words.ts'
import { ChoiceRow, SettingRow, SwitchRow } from './SettingRow.tsx'
import classes from './settings.module.css'

/** Whether other programs may read, what they may read, which of them, and what they asked for. */
export function ProgramsSection() {
  const query = useQuery(useApi().programs.state.queryOptions({ input: {} }))
  return (
    <Section title="Other programs">
      <p className={classes.line}>
        The command line <code>steward</code>, a script or an assistant can read what Steward has while it is open and
        unlocked. None can change a record. Each program asks you first. A program may pass on what it reads: an
        assistant usually sends it to its vendor.
      </p>
      <QueryView query={query} label="other programs">
        {(state) => (
          <>
            <OnRow state={state} />
            {state.is_on ? <Levels state={state} /> : null}
            <Allowed allowed={state.allowed} />
            <RefusedPrograms state={state} />
            <Calls calls={state.calls} />
          </>
        )}
      </QueryView>
    </Section>
  )
}

function OnRow({ state }: { state: ProgramsState }) {
  const api = useApi()
  const forbidden = useForbidden('programs.switchOn')
  const on = useMutation(api.programs.switchOn.mutationOptions({}))
  const off = useMutation(api.programs.switchOff.mutationOptions({}))
  const hints = [
    forbidden ?? state.problem ?? '',
    state.is_on && !state.is_kept ? 'Without a keychain, it is off again after Steward closes.' : '',
  ].filter((hint) => hint !== '')
  if (forbidden !== null && !state.is_on) return <p className={classes.line}>{forbidden}</p>
  return (
    <SwitchRow
      title="Let other programs read"
      hint={hints.join(' ')}
      on={state.is_on}
      onSwitch={(isOn) => (isOn ? on : off).mutate({})}
    />
  )
}

const rows = [
  { kind: 'names', title: 'Names' },
  { kind: 'amounts', title: 'Amounts' },
  { kind: 'document_text', title: 'Text of documents' },
  { kind: 'households', title: 'Households' },
] as const

/** Beside their titles; a sentence needs the longer words. */
const choiceLabels: Readonly<Record<keyof ProgramLevels, Readonly<Record<string, string>>>> = {
  ...choiceWords,
  names: { ...choiceWords.names, full: 'Full names' },
  document_text: { on: 'Included', off: 'Left out' },
}

const hints: Readonly<Record<keyof ProgramLevels, string>> = {
  names: 'Roles: names, contact details, external IDs and notes are left out. Dates of birth stay.',
  amounts: 'Rounded: to two digits. Notes and summaries are left out as well.',
  document_text: 'Only together with names and exact amounts, since texts contain both.',
  households: 'Yours are those of the name that you chose on Today.',
}

function Levels({ state: { levels, in_force: inForce } }: { state: ProgramsState }) {
  const change = useMutation(useApi().programs.setLevels.mutationOptions({}))
  const isLess = rows.some(({ kind }) => inForce[kind] !== levels[kind])
  const isWithoutTexts = levels.document_text === 'on' && !mayReadTexts(inForce)
  return (
    <>
      {rows.map(({ kind, title }) => (
        <ChoiceRow<string>
          key={kind}
          title={title}
          hint={hints[kind]}
          value={levels[kind]}
          choices={levelChoices[kind].map((value) => ({
            value,
            label: choiceLabels[kind][value] ?? value,
          }))}
          onChoose={(value) => change.mutate({ levels: { ...levels, [kind]: value } as ProgramLevels })}
        />
      ))}
      {isLess ? <p className={classes.line}>Your firm allows less. What applies: {levelWords(inForce)}.</p> : null}
      {isWithoutTexts ? <p className={classes.line}>The text of documents is not read at these levels.</p> : null}
    </>
  )
}

function Allowed({ allowed }: { allowed: ProgramsState['allowed'] }) {
  const revoke = useMutation(useApi().programs.revoke.mutationOptions({}))
  return allowed.map(({ id, name, started_by: startedBy, allowed_at: allowedAt, last_call_at: last }) => (
    <SettingRow
      key={id}
      title={name}
      hint={[
        startedBy === null ? 'The system does not say what starts it.' : `Started by ${startedBy}.`,
        `Allowed ${formatMoment(allowedAt)}.`,
        last === null ? '' : `Read last ${formatMoment(last)}.`,
      ].join(' ')}
    >
      <Button variant="default" aria-label={`Do not allow ${name} any more`} onClick={() => revoke.mutate({ id })}>
        Take back
      </Button>
    </SettingRow>
  ))
}

/** Programs that the user refused a moment ago. */
function RefusedPrograms({ state: { refused, paused_until: pausedUntil } }: { state: ProgramsState }) {
  const letAsk = useMutation(useApi().programs.letAsk.mutationOptions({}))
  return (
    <>
      {refused.map(({ id, name, started_by: startedBy, until }) => (
        <SettingRow
          key={id}
          title={name}
          hint={[
            'Not allowed.',
            startedBy === null ? 'The system does not say what starts it.' : `Started by ${startedBy}.`,
            `It may ask again from ${formatMoment(until)}.`,
          ].join(' ')}
        >
          <Button variant="default" aria-label={`Let ${name} ask again`} onClick={() => letAsk.mutate({ id })}>
            Let it ask
          </Button>
        </SettingRow>
      ))}
      {pausedUntil === null ? null : (
        <p className={classes.line}>
          You refused {refused.length} programs. No program may ask before {formatMoment(pausedUntil)}, unless you let
          one of these ask.
        </p>
      )}
    </>
  )
}

const outcomeWords: Readonly<Record<ProgramCall['outcome'], string>> = {
  answered: '',
  refused: ', refused',
  cut: ', ended early',
  failed: ', failed',
}

/** The name of a list as its page has it. */
const listName = (resource: string) =>
  resource in resourceNames ? resourceNames[resource as keyof typeof resourceNames].many.toLowerCase() : resource

/** The latest calls, without what they asked for. */
function Calls({ calls }: { calls: readonly ProgramCall[] }) {
  if (calls.length === 0) return null
  return (
    <details className={classes.line}>
      <summary>{countOf(calls.length, 'latest call', 'latest calls')}</summary>
      <ul className={classes.calls}>
        {calls.map(({ at, program, command, resource, rows: count, ms, outcome }) => (
          <li key={`${at} ${program} ${command} ${ms}`}>
            {formatMoment(at)}: {program}, {command}
            {resource === null ? '' : ` ${listName(resource)}`}, {countOf(count, 'row', 'rows')}
            {outcomeWords[outcome]}
          </li>
        ))}
      </ul>
    </details>
  )
}
