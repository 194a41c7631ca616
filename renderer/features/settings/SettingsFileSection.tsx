import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { type DescribedConnection, maxSettingsText } from '../../../shared/ipc/settings.ts'
import { FileChoice, notReadable } from '../../components/FileChoice.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Section } from '../../components/Section.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import { RecordText, Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { presentError } from '../../lib/present-error.ts'
import { preferenceTitles, valueWords } from './preference-words.ts'
import { SettingRow } from './SettingRow.tsx'
import classes from './settings.module.css'

type Checked = ContractOutputs['settings']['check']

/** Why a settings file is rejected: each error with its place in the file. */
function Refused({ error }: { error: Error }) {
  const presented = presentError(error)
  return (
    <>
      <ErrorState error={presented} />
      {presented.issues.length > 0 ? (
        <ul className={classes.issues} aria-label="What is wrong">
          {presented.issues.map(({ field, message }) => (
            <li key={field + message}>
              <code>
                <RecordText>{field}</RecordText>
              </code>{' '}
              {message}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Connection({
  connection: { name, base_url, auth_url, user, read_only, ...is },
}: {
  connection: DescribedConnection
}) {
  return (
    <li>
      <span className="row">
        <RecordText>{name}</RecordText>{' '}
        <Tag accent={!is.known}>{is.known ? 'Here already, stays unchanged' : 'New'}</Tag>
        {read_only ? <Tag>Read-only</Tag> : null}
      </span>
      <span className={`note ${classes.hint}`}>
        <bdi>{base_url}</bdi>, signs in at <bdi>{auth_url}</bdi>
        {user === null ? null : (
          <>
            {' '}
            as <bdi>{user}</bdi>
          </>
        )}
      </span>
      {is.own_authority && !is.known ? (
        <span className="warn small">
          It includes its own certificate authority. Import it only from someone you trust.
        </span>
      ) : null}
    </li>
  )
}

/** The changes that a settings file would make. */
function Preview({ checked: { preferences, connections } }: { checked: Checked }) {
  const nothing = preferences.length === 0 && connections.every(({ known }) => known)
  return (
    <div role="status" className={`column ${classes.preview}`}>
      {nothing ? <p>Everything in this file is already set.</p> : null}
      {preferences.length > 0 ? (
        <table className={classes.changes} aria-label="Settings that change">
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">Current</th>
              <th scope="col">New</th>
            </tr>
          </thead>
          <tbody>
            {preferences.map(({ name, from, to }) => (
              <tr key={name}>
                <th scope="row">{preferenceTitles[name]}</th>
                <td>{valueWords(name, from)}</td>
                <td>{valueWords(name, to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {connections.length > 0 ? (
        <ul className={classes.described} aria-label="Connections in the file">
          {connections.map((connection) => (
            <Connection key={connection.id} connection={connection} />
          ))}
        </ul>
      ) : null}
      {connections.some(({ known }) => !known) ? (
        <p className={`note ${classes.hint}`}>A new connection asks for its client secret when you first sign in.</p>
      ) : null}
    </div>
  )
}

/** Imports a settings file: preview first, then apply. */
function ImportSettings({ text, onClose }: { text: string; onClose: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const checked = useQuery({ ...api.settings.check.queryOptions({ input: { text } }), gcTime: 0, staleTime: 0 })
  const apply = useMutation(
    api.settings.apply.mutationOptions({
      meta: { shown: true },
      onSuccess: async () => {
        await Promise.all([
          queries.invalidateQueries({ queryKey: api.connections.list.key() }),
          queries.invalidateQueries({ queryKey: api.app.getPreferences.key() }),
        ])
        onClose()
      },
    }),
  )
  const failure = apply.error ?? checked.error
  const hasNews =
    checked.data !== undefined &&
    (checked.data.preferences.length > 0 || checked.data.connections.some(({ known }) => !known))
  return (
    <FormDialog
      title="Import a settings file"
      size="lg"
      onClose={onClose}
      cancel={{ label: hasNews ? 'Cancel' : 'Close', hasFocus: true }}
      confirm={
        hasNews
          ? { label: 'Import settings', isPending: apply.isPending, onConfirm: () => apply.mutate({ text }) }
          : null
      }
    >
      {checked.isPending ? <PageSkeleton label="Reading the file" /> : null}
      {failure ? <Refused error={failure} /> : null}
      {checked.data ? <Preview checked={checked.data} /> : null}
    </FormDialog>
  )
}

function Export() {
  const api = useApi()
  const write = useMutation(
    api.settings.exportFile.mutationOptions({
      onSuccess: ({ file }) => {
        if (file !== null) toastFile('Exported to', file)
      },
    }),
  )
  return (
    <SettingRow
      title="Move your settings to another computer"
      hint="Your choices above, and your connections without their secrets and sign-ins. Saved views stay with their connection because their filters may name clients."
    >
      <Button variant="default" loading={write.isPending} onClick={() => write.mutate({})}>
        Export…
      </Button>
    </SettingRow>
  )
}

const tooLarge = `This file is larger than ${maxSettingsText / 1000} KB, so it is not a Steward settings file.`

function Import() {
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (file: File) => {
    if (file.size > maxSettingsText) return setProblem(tooLarge)
    const content = await file.text().catch(() => null)
    setProblem(content === null ? notReadable : null)
    setText(content)
  }
  return (
    <>
      <SettingRow
        title="Import a settings file"
        hint="You see what would change before anything does. Existing connections stay unchanged."
      >
        <FileChoice label="Settings file" accept=".json,application/json" onFile={(file) => void read(file)}>
          Import…
        </FileChoice>
      </SettingRow>
      {problem === null ? null : (
        <p role="alert" className="negative">
          {problem}
        </p>
      )}
      {text === null ? null : <ImportSettings text={text} onClose={() => setText(null)} />}
    </>
  )
}

/** Exports and imports settings. */
export function SettingsFileSection() {
  return (
    <Section title="Settings file">
      <Export />
      <Import />
    </Section>
  )
}
