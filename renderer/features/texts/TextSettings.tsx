import { Button, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { countOf } from '../../../shared/domain/counts.ts'
import { textScopes } from '../../../shared/domain/text-query.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { TextCoverage, TextScope } from '../../../shared/ipc/texts.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { explanationOf, presentError } from '../../lib/present-error.ts'
import { coverageWords } from './coverage-words.ts'
import classes from './texts.module.css'

const scopeNames: Readonly<Record<TextScope, string>> = {
  pinned: 'Files of pinned households',
  here: 'Files that are on this computer anyway',
  mine: 'All files of my households',
  all: 'All files of the firm',
}

type Download = ContractOutputs['texts']['previewScope']

/** Asked before many files are downloaded: how many, how large, and that it can be stopped. */
function DownloadQuestion({
  scope,
  download,
  coverage,
  isPending,
  error,
  onConfirm,
  onClose,
}: {
  scope: TextScope
  download: Download
  coverage: TextCoverage
  isPending: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}) {
  const { files, bytes } = download
  const space = coverage.space_mb * 1_000_000
  return (
    <FormDialog
      title={`Download ${countOf(files, 'file', 'files')}?`}
      onClose={onClose}
      error={error}
      confirm={{ label: 'Download and search them', onConfirm, isPending, hasFocus: true }}
    >
      <div className={classes.question}>
        <p>
          To search “{scopeNames[scope]}”, Steward downloads {countOf(files, 'file', 'files')}
          {bytes === null ? '; their size is not known yet' : `, about ${formatBytes(bytes)}`}, one after another in the
          background.
        </p>
        <p>
          All downloaded files together use at most {formatBytes(space)} on this computer, encrypted
          {bytes !== null && bytes > space ? ': not all of these fit, and the newest come first' : ''}. You can pause or
          stop this at any time here; what was downloaded stays.
        </p>
        <p>
          It goes on after a restart, and after you sign in again, until you choose something else. Steward cannot see
          what a connection costs: pause it where data is paid for.
        </p>
      </div>
    </FormDialog>
  )
}

type Props = { connectionId: string; name: string }

/** Chooses what is searched, after the question about what that downloads. */
function useChooseScope(connectionId: string, coverage: TextCoverage) {
  const api = useApi()
  const [asking, setAsking] = useState<{ scope: TextScope; download: Download } | null>(null)
  const set = useMutation(api.texts.setScope.mutationOptions({ onSuccess: () => setAsking(null) }))
  const preview = useMutation(api.texts.previewScope.mutationOptions())
  const { space_mb, keeps_text } = coverage
  const choose = (scope: TextScope) => {
    set.reset()
    preview.mutate(
      { connectionId, scope, space_mb },
      {
        onSuccess: (download) => {
          if (download.files > 0) setAsking({ scope, download })
          else set.mutate({ connectionId, scope, space_mb, keeps_text, confirmed: download })
        },
      },
    )
  }
  return {
    asking,
    isBusy: preview.isPending || set.isPending,
    isSetting: set.isPending,
    error: preview.error ?? set.error,
    choose,
    confirm: () => {
      if (asking) set.mutate({ connectionId, scope: asking.scope, space_mb, keeps_text, confirmed: asking.download })
    },
    close: () => {
      set.reset()
      setAsking(null)
    },
    keepText: (keeps: boolean) =>
      set.mutate({ connectionId, scope: coverage.scope, space_mb, keeps_text: keeps, confirmed: null }),
  }
}

function Scope({ connectionId, name, coverage }: Props & { coverage: TextCoverage }) {
  const scope = useChooseScope(connectionId, coverage)
  const pause = useMutation(useApi().texts.setPaused.mutationOptions())
  const { is_paused, problem, not_fitting, bytes, may_keep_text, keeps_text } = coverage
  const error = scope.asking === null ? (scope.error ?? pause.error) : null
  return (
    <>
      <p className={classes.sentence}>
        <strong>
          <RecordText>{name}</RecordText>
        </strong>
        : {coverageWords(coverage)}.{' '}
        <Link to="/c/$connectionId/documents/not-searched" params={{ connectionId }}>
          What is not searched
        </Link>
      </p>
      <p className="note">
        The text and its index use about {formatBytes(bytes)}, encrypted, beside the files.
        {is_paused ? ' Reading is paused.' : problem === null ? '' : ` ${problem}`}
        {not_fitting > 0
          ? ` ${countOf(not_fitting, 'file does', 'files do')} not fit into the file limit of ${formatBytes(coverage.space_mb * 1_000_000)}, which is set in “Files on this computer”.`
          : ''}
      </p>
      <div className={`row ${classes.groups} ${classes.choices}`}>
        <Select
          w={320}
          label="What is searched"
          aria-label={`What is searched in ${name}`}
          allowDeselect={false}
          disabled={scope.isBusy}
          data={textScopes.map((value) => ({ value, label: scopeNames[value] }))}
          value={coverage.scope}
          onChange={(value) => {
            const chosen = textScopes.find((one) => one === value)
            if (chosen !== undefined && chosen !== coverage.scope) scope.choose(chosen)
          }}
        />
        <Button
          variant="default"
          loading={pause.isPending}
          onClick={() => pause.mutate({ connectionId, paused: !is_paused })}
        >
          {is_paused ? 'Resume reading' : 'Pause reading'}
        </Button>
        <ReasonedButton
          reason={may_keep_text ? null : 'Your firm does not let the text stay without the file.'}
          loading={scope.isSetting && scope.asking === null}
          onClick={() => scope.keepText(!keeps_text)}
        >
          {keeps_text && may_keep_text ? 'Delete the text with its file' : 'Keep the text when a file is removed'}
        </ReasonedButton>
      </div>
      {error ? (
        <p role="alert" className="negative small">
          {explanationOf(presentError(error))}
        </p>
      ) : null}
      {scope.asking === null ? null : (
        <DownloadQuestion
          {...scope.asking}
          coverage={coverage}
          isPending={scope.isSetting}
          error={scope.error}
          onConfirm={scope.confirm}
          onClose={scope.close}
        />
      )}
    </>
  )
}

/** What of one connection's documents is searched, and the reading of their files. */
export function TextSettings({ connectionId, name }: Props) {
  const query = useQuery(useApi().texts.coverage.queryOptions({ input: { connectionId } }))
  return (
    <QueryView query={query} label="search in documents">
      {(coverage) => <Scope connectionId={connectionId} name={name} coverage={coverage} />}
    </QueryView>
  )
}
