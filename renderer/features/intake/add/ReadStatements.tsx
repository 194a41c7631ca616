import { useCommand } from '../../../lib/commands/use-command.ts'
import { useForbidden, usePolicy, useReadOnlyReason } from '../../../lib/policy.ts'
import { DropTarget } from './DropTarget.tsx'
import { useFilePickers } from './use-file-pickers.tsx'
import { useTakeStatements } from './use-take-files.tsx'

export const readAsStatements = 'Read as statements'

/** Why no custodian's file can be read as a statement now; null if one can. Where the firm allows none, it is not offered at all. */
export function useStatementReason(): { isOffered: boolean; reason: string | null } {
  const readOnly = useReadOnlyReason()
  const forbidden = useForbidden('statements.announce')
  return { isOffered: usePolicy().no_statements !== true, reason: forbidden ?? readOnly }
}

/** On every screen: files that are dropped where the screen itself takes none are read as statements, and the command picks files. */
export function ReadStatements() {
  const take = useTakeStatements()
  const { isOffered, reason } = useStatementReason()
  const onFiles = (picked: Parameters<typeof take>[0]) => void take(picked)
  const pickers = useFilePickers('read as statements', onFiles)
  useCommand('statements.read', isOffered && reason === null ? pickers.files : null)
  useCommand('statements.read-folder', isOffered && reason === null ? pickers.folder : null)
  if (!isOffered) return null
  return (
    <>
      {pickers.inputs}
      <DropTarget isLast zones={[{ label: readAsStatements, reason, onFiles }, null]} />
    </>
  )
}
