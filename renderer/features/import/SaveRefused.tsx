import { useMutation } from '@tanstack/react-query'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ImportPart } from '../../../shared/domain/import/import-fields.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { ShowInFolder } from '../../components/ShowInFolder.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { useForbidden } from '../../lib/policy.ts'
import { presentError } from '../../lib/present-error.ts'
import classes from './import.module.css'

/** Saves the rows that were not imported to a file, each with the reason, so that they can be corrected and imported. */
export function SaveRefused({ part, importId }: { part: ImportPart; importId: string }) {
  const api = useApi()
  const connectionId = useConnection().id
  const write = useMutation(api.imports.exportRefused.mutationOptions({ meta: { shown: true } }))
  const file = write.data?.file ?? null
  const failure = write.error
  const many = resourceNames[part].many.toLowerCase()
  const forbidden = useForbidden('imports.exportRefused')
  return (
    <div className={classes.refusedFile}>
      <ReasonedButton
        reason={forbidden}
        loading={write.isPending}
        onClick={() => write.mutate({ connectionId, import_id: importId, part })}
      >
        Save the {many} that were not imported…
      </ReasonedButton>
      <span role={failure ? 'alert' : 'status'}>
        {failure ? `${presentError(failure).cause} ${presentError(failure).nextStep}` : null}
        {file && !failure ? (
          <>
            {formatCount(file.rows)} rows, with reasons, are in <bdi>{file.name}</bdi>.
          </>
        ) : null}
      </span>
      {file ? <ShowInFolder handle={file.handle} variant="subtle" color="gray" /> : null}
    </div>
  )
}
