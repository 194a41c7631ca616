import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { undoPeriods } from '../../../shared/domain/operation-rules.ts'
import { changePeriods } from '../../../shared/ipc/changes.ts'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { FieldList } from '../../components/FieldList.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState } from '../../components/States.tsx'
import { Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { usePreferences } from '../../lib/use-preferences.ts'
import { FirmAmount } from '../estate-amount/public.ts'
import { FirmSettings } from '../packs/public.ts'
import { connectionState, isEditable } from '../start/public.ts'
import { TextSettings } from '../texts/public.ts'
import { FilesBudget } from '../travel/public.ts'
import { BundleDialog } from './BundleDialog.tsx'
import { LockSection } from './LockSection.tsx'
import { ProgramsSection } from './ProgramsSection.tsx'
import { decisions } from './policy-words.ts'
import { keepingWords, undoWords } from './preference-words.ts'
import { RulesSection } from './RulesSection.tsx'
import { ChoiceRow, SettingRow, SwitchRow } from './SettingRow.tsx'
import { SettingsFileSection } from './SettingsFileSection.tsx'
import { type SettingsPart, SettingsParts, useFoundParts } from './SettingsParts.tsx'
import classes from './settings.module.css'

/** The disk space that one connection's files may take. */
function Room({ connection: { id, name, cache } }: { connection: ConnectionSummary }) {
  const standing = useQuery({
    ...useApi().travel.list.queryOptions({ input: { connectionId: id } }),
    enabled: cache === 'open',
  }).data
  if (!standing)
    return (
      <p className={classes.line}>
        <Link to="/c/$connectionId/travel" params={{ connectionId: id }}>
          <RecordText>{name}</RecordText>
        </Link>
        : {cache === 'open' ? 'loading…' : 'open it to set its file limit.'}
      </p>
    )
  return (
    <SettingRow
      title={`File limit for ${name}`}
      hint={
        <>
          In use: {formatBytes(standing.used)}.{' '}
          <Link to="/c/$connectionId/travel" params={{ connectionId: id }}>
            What of <RecordText>{name}</RecordText> is kept, and why
          </Link>
        </>
      }
    >
      <FilesBudget connectionId={id} budget={standing.budget} label={`File limit for ${name}`} labelHidden />
    </SettingRow>
  )
}

/** The unencrypted copies that were opened in other programs. */
function OpenedCopies() {
  const api = useApi()
  const queries = useQueryClient()
  const { data, isError } = useQuery(api.files.opened.queryOptions({ input: {} }))
  const remove = useMutation(
    api.files.removeOpened.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.files.opened.key() }),
    }),
  )
  const none = data ? 'None' : isError ? 'Could not be counted' : 'Counting…'
  return (
    <SettingRow
      title="Copies opened in other programs"
      hint={
        remove.data && remove.data.left > 0
          ? `${remove.data.left} are still in use and are removed when those programs close them.`
          : 'The only files kept here unencrypted. They are removed when Steward locks or closes, and when no program uses them.'
      }
    >
      <Button variant="default" disabled={!data?.count} loading={remove.isPending} onClick={() => remove.mutate({})}>
        {data?.count ? `Remove ${data.count} now` : none}
      </Button>
    </SettingRow>
  )
}

/** The disk space for downloaded files, and the unencrypted copies on this computer. */
function FilesSection({ connections }: { connections: readonly ConnectionSummary[] }) {
  return (
    <Section title="Files on this computer">
      {connections.map((connection) => (
        <Room key={connection.id} connection={connection} />
      ))}
      <OpenedCopies />
    </Section>
  )
}

/** The documents of each connection whose text is searched. */
function TextsSection({ connections }: { connections: readonly ConnectionSummary[] }) {
  const forbidden = useForbidden('texts.setScope')
  return (
    <Section title="Search in documents">
      {forbidden === null ? null : <p className={classes.line}>{forbidden}</p>}
      {forbidden !== null
        ? null
        : connections.map(({ id, name, cache }) =>
            cache === 'open' ? (
              <TextSettings key={id} connectionId={id} name={name} />
            ) : (
              <p key={id} className={classes.line}>
                <RecordText>{name}</RecordText>: open it to choose what is searched.
              </p>
            ),
          )}
    </Section>
  )
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const

/** The appearance of the app, in every window. */
function AppearanceSection() {
  const { chosen, choose } = usePreferences()
  return (
    <Section title="Appearance">
      <ChoiceRow title="Theme" value={chosen.theme} choices={themes} onChoose={(theme) => choose({ theme })} />
      <ChoiceRow
        title="Row height"
        hint="Compact rows show about 20% more of a list at once."
        value={chosen.density}
        choices={densities}
        onChoose={(density) => choose({ density })}
      />
    </Section>
  )
}

/** Turns single-key shortcuts on and off. */
function KeyboardSection() {
  const { chosen, choose } = usePreferences()
  return (
    <Section title="Keyboard">
      <SwitchRow
        title="Single-key shortcuts"
        hint="Such as ?, or G then H. Shortcuts with Ctrl, Cmd or Alt always work. Turn these off if keys are pressed by accident, for example by voice input."
        on={chosen.single_keys}
        onSwitch={(single_keys) => choose({ single_keys })}
      />
    </Section>
  )
}

/** The notifications that the system shows while Steward is in the background. */
function NotificationsSection() {
  const { chosen, choose } = usePreferences()
  const shell = useQuery(useApi().app.info.queryOptions({ input: {} })).data?.shell
  return (
    <Section title="Notifications">
      <SwitchRow
        title="Notify me in the background"
        hint={
          shell === 'browser'
            ? 'When uploads end, a change needs your decision, or dates are due this week (once a day). Only the desktop app can do this; in this window, Steward shows it on its own screen.'
            : 'When uploads end, a change needs your decision, or dates are due this week (once a day), while no Steward window is in front. Names are never shown.'
        }
        on={chosen.notifications}
        onSwitch={(notifications) => choose({ notifications })}
      />
    </Section>
  )
}

const periods = undoPeriods.map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'None' : undoWords(seconds),
}))

const keeping = changePeriods.map((months) => ({
  value: String(months),
  label: months === 0 ? 'Always' : keepingWords(months),
}))

/** How long saved changes wait before they are sent, and how long changes of others are kept. */
function ChangesSection() {
  const { chosen, choose } = usePreferences()
  return (
    <Section title="Changes">
      <ChoiceRow
        title="Time to undo"
        hint="A saved change waits this long before it is sent. Valuations, deletions and dates of death wait a minute, because they cannot be taken back later. With “None”, everything is sent at once and there is no Undo."
        value={String(chosen.undo_seconds)}
        choices={periods}
        onChoose={(value) => {
          const undo_seconds = undoPeriods.find((seconds) => String(seconds) === value)
          if (undo_seconds !== undefined) choose({ undo_seconds })
        }}
      />
      <ChoiceRow
        title="Keep changes seen at the service"
        hint="The history of households and the page “Changes” go back this far on this computer. After three months, changes of one field on one day are kept as one; after a year, those of one month."
        value={String(chosen.change_months)}
        choices={keeping}
        onChoose={(value) => {
          const change_months = changePeriods.find((months) => String(months) === value)
          if (change_months !== undefined) choose({ change_months })
        }}
      />
    </Section>
  )
}

/** How meeting packs name each connection's firm. */
function PackSection({ connections }: { connections: readonly ConnectionSummary[] }) {
  return (
    <Section title="Meeting packs">
      <p className={classes.line}>The firm’s name and logo on the cover. They stay on this computer, encrypted.</p>
      {connections.map(({ id, name, cache }) =>
        cache === 'open' ? (
          <FirmSettings
            key={id}
            connection={{ id, name }}
            label={connections.length === 1 ? 'Firm name on packs' : `Firm name on packs, ${name}`}
          />
        ) : (
          <p key={id} className={classes.line}>
            <RecordText>{name}</RecordText>: open it to set its firm’s name and logo.
          </p>
        ),
      )}
    </Section>
  )
}

/** The amount that each connection's estates are compared with. */
function EstateSection({ connections }: { connections: readonly ConnectionSummary[] }) {
  const label = 'Amount for each living primary'
  return (
    <Section title="Estates">
      <p className={classes.line}>
        Your assumption, such as an exemption and its year: each household’s recorded value in the estate is shown
        against it. It stays on this computer, encrypted. Steward computes no tax.
      </p>
      {connections.map(({ id, name, cache }) =>
        cache === 'open' ? (
          <FirmAmount key={id} connectionId={id} label={connections.length === 1 ? label : `${label}, ${name}`} />
        ) : (
          <p key={id} className={classes.line}>
            <RecordText>{name}</RecordText>: open it to set its amount.
          </p>
        ),
      )}
    </Section>
  )
}

/** The connections on this computer, with a link to each and one to add another; undefined while they are not read. */
function ConnectionsSection({ connections }: { connections: readonly ConnectionSummary[] | undefined }) {
  const count = connections && { count: connections.length }
  return (
    <Section title="Connections" {...count} aside={<Link to="/connect">Connect your firm</Link>}>
      {connections?.length === 0 ? <p className={`note ${classes.hint}`}>None yet.</p> : null}
      <ul className={classes.list}>
        {connections?.map((connection) => (
          <li key={connection.id} className={classes.connection}>
            <Link to="/c/$connectionId" params={{ connectionId: connection.id }}>
              <RecordText>{connection.name}</RecordText>
            </Link>
            <Quiet>
              <RecordText>{connection.kind === 'demo' ? 'Sample data' : connection.base_url}</RecordText>
            </Quiet>
            {connection.read_only ? <Tag>Read-only</Tag> : <span />}
            <Tag>{connectionState(connection)}</Tag>
            {isEditable(connection) ? (
              <Link
                to="/connections/$connectionId/edit"
                params={{ connectionId: connection.id }}
                aria-label={`Edit ${connection.name}`}
              >
                Edit
              </Link>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
      <p className={`note ${classes.hint}`}>
        Edit changes its name, certificate, secret and sign-in. Remove a connection on the{' '}
        <Link to="/">start screen</Link>. To make it read-only, open the firm menu.
      </p>
    </Section>
  )
}

/** The settings managed by the firm, read-only for the user. */
function ManagedSection() {
  const query = useQuery(useApi().policy.get.queryOptions({ input: {} }))
  return (
    <Section title="Managed by your firm">
      <QueryView query={query} label="your firm’s policy">
        {({ source, problems, policy }) => {
          const decided = decisions(policy)
          return (
            <>
              {problems.length > 0 ? (
                <div role="alert" className={`warn-box ${classes.problem}`}>
                  <p>There is a problem with your firm’s policy. Show this to your IT department.</p>
                  <ul>
                    {problems.map((problem) => (
                      <li key={problem}>{problem}</li>
                    ))}
                  </ul>
                </div>
              ) : null}
              {decided.length === 0 ? (
                <p className={`note ${classes.hint}`}>Your firm manages no settings.</p>
              ) : (
                <FieldList fields={decided.map(({ title, words }) => ({ label: title, value: <bdi>{words}</bdi> }))} />
              )}
              {source === null ? null : (
                <p className={`note ${classes.hint}`}>
                  Read from <bdi>{source}</bdi>. Only an administrator of this computer can change it.
                </p>
              )}
            </>
          )
        }}
      </QueryView>
    </Section>
  )
}

/** Steward's logs, and how to share them with support. */
function SupportSection() {
  const [open, setOpen] = useState(false)
  return (
    <Section title="Logs and support">
      <SettingRow
        title="Log"
        hint="Steward records what it did and what failed, without names, notes, amounts, addresses or secrets. At most five files of one megabyte, on this computer only."
      >
        {null}
      </SettingRow>
      <SettingRow
        title="Support bundle"
        hint="Versions, settings, figures about your connections and the last lines of the log, for your support contact. You see every file before you save it. Nothing is sent anywhere."
      >
        <Button variant="default" onClick={() => setOpen(true)}>
          Preview support bundle…
        </Button>
      </SettingRow>
      {open ? <BundleDialog onClose={() => setOpen(false)} /> : null}
    </Section>
  )
}

type About = ContractOutputs['settings']['about']

/**
 * The name and version of this browser, from its user agent; for the browser shell, where the main process does not know them.
 */
const ownBrowser = (): string | null =>
  /Chrom(?:e|ium)\/[\d.]+/.exec(navigator.userAgent)?.[0].replace('/', ' ') ?? null

const linesOf = ({ version, shell, system, node, electron, chromium, sqlite }: About): [string, string | null][] => [
  ['Version', version],
  ['Shell', shell === 'desktop' ? 'Desktop app' : 'Browser app window'],
  ['System', system],
  ['Electron', electron],
  ['Browser', chromium === null ? ownBrowser() : `Chromium ${chromium}`],
  ['Node', node],
  ['SQLite', sqlite],
]

/** Version information, licences and the runtime of Steward. */
function AboutSection() {
  const query = useQuery(useApi().settings.about.queryOptions({ input: {} }))
  return (
    <Section
      title="About Steward"
      aside={
        query.data ? (
          <CopyButton
            label="Copy version details"
            text={linesOf(query.data)
              .map(([label, value]) => `${label}: ${value ?? '–'}`)
              .join('\n')}
          />
        ) : null
      }
    >
      <QueryView query={query} label="version details">
        {(about) => (
          <FieldList fields={linesOf(about).flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))} />
        )}
      </QueryView>
      <p className={classes.links}>
        <Link to="/licences">Third-party licenses</Link>
      </p>
    </Section>
  )
}

/** All settings of the app, the firm's managed settings, and the About section. */
export function SettingsPage() {
  const meta = { part: 'The connections' }
  const { data: known } = useQuery(useApi().connections.list.queryOptions({ input: {}, meta }))
  const connections = known ?? []
  useEffect(() => {
    document.title = 'Settings – Steward'
  }, [])
  const parts: readonly SettingsPart[] = [
    { id: 'appearance', title: 'Appearance', words: 'dark mode color density', shown: <AppearanceSection /> },
    { id: 'keyboard', title: 'Keyboard', words: 'keys', shown: <KeyboardSection /> },
    { id: 'changes', title: 'Changes', words: 'delay send history', shown: <ChangesSection /> },
    { id: 'notifications', title: 'Notifications', words: 'alerts', shown: <NotificationsSection /> },
    {
      id: 'lock',
      title: 'Lock and data removal',
      words: 'security password timeout delete erase wipe',
      shown: <LockSection />,
    },
    {
      id: 'files',
      title: 'Files on this computer',
      words: 'disk space storage cache offline',
      shown: <FilesSection connections={connections} />,
    },
    {
      id: 'texts',
      title: 'Search in documents',
      words: 'text index scope download full text bulk pause',
      shown: <TextsSection connections={connections} />,
    },
    { id: 'rules', title: 'Rules', words: 'missing dates quality', shown: <RulesSection connections={connections} /> },
    {
      id: 'estates',
      title: 'Estates',
      words: 'exemption threshold tax',
      shown: <EstateSection connections={connections} />,
    },
    { id: 'packs', title: 'Meeting packs', words: 'pdf cover brand', shown: <PackSection connections={connections} /> },
    {
      id: 'connections',
      title: 'Connections',
      words: 'tenants service sign in certificate',
      shown: <ConnectionsSection connections={known} />,
    },
    { id: 'programs', title: 'Other programs', words: 'script assistant mcp consent', shown: <ProgramsSection /> },
    { id: 'managed', title: 'Managed by your firm', words: 'policy administrator', shown: <ManagedSection /> },
    { id: 'settings-file', title: 'Settings file', words: 'backup move', shown: <SettingsFileSection /> },
    { id: 'support', title: 'Logs and support', words: 'diagnostics help', shown: <SupportSection /> },
    { id: 'about', title: 'About Steward', words: 'licences', shown: <AboutSection /> },
  ]
  const { search, find, isFound } = useFoundParts(parts)
  const found = parts.filter(({ id }) => isFound(id))
  return (
    <div className={classes.page}>
      <SettingsParts parts={found} search={search} onSearch={find} />
      <main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.inner}>
          <h1>Settings</h1>
          {parts.map(({ id, shown }) => (
            <div key={id} id={id} tabIndex={-1} className={classes.part} hidden={!isFound(id)}>
              {shown}
            </div>
          ))}
          {found.length === 0 ? (
            <EmptyState
              title={`Nothing found for “${search}”`}
              hint="Search for what a setting is about, such as lock, dark or PDF."
            >
              <Button variant="default" onClick={() => find('')}>
                Show all settings
              </Button>
            </EmptyState>
          ) : null}
        </div>
      </main>
    </div>
  )
}
