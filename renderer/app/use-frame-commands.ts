import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { Preferences } from '../../shared/ipc/app.ts'
import { useAttentionToast } from '../features/outbox/use-attention-toast.ts'
import { useOutboxCommands } from '../features/outbox/use-outbox-commands.ts'
import { usePrint } from '../features/print/use-print.tsx'
import { useApi } from '../lib/api.ts'
import { useCommand } from '../lib/commands/use-command.ts'
import { useConnection } from '../lib/connection.ts'
import { useOpenWindow } from '../lib/open-window.ts'

function useGo(screen: string): () => void {
  const navigate = useNavigate()
  const { id } = useConnection()
  return () => void navigate({ to: `/c/$connectionId/${screen}`, params: { connectionId: id } })
}

function usePlaces(): void {
  useCommand('go.today', useGo('today'))
  useCommand('go.households', useGo('households'))
  useCommand('go.individuals', useGo('individuals'))
  useCommand('go.entities', useGo('entities'))
  useCommand('go.valuations', useGo('valuations'))
  useCommand('go.documents', useGo('documents'))
  useCommand('go.document-summaries', useGo('document-summaries'))
  useCommand('go.users', useGo('users'))
  useCommand('go.book', useGo('book'))
  useCommand('go.changes', useGo('changes'))
  useCommand('go.outbox', useGo('outbox'))
  useCommand('go.intake', useGo('intake'))
  useCommand('go.activity', useGo('activity'))
  useCommand('go.travel', useGo('travel'))
  useCommand('go.asset-classes', useGo('asset-classes'))
  useCommand('go.set-aside', useGo('set-aside'))
}

function useThemes(): void {
  const api = useApi()
  const queries = useQueryClient()
  const { mutate } = useMutation(
    api.app.setPreferences.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(api.app.getPreferences.queryKey({ input: {} }), saved),
    }),
  )
  const choose = (theme: Preferences['theme']) => () => mutate({ theme })
  useCommand('theme.system', choose('system'))
  useCommand('theme.light', choose('light'))
  useCommand('theme.dark', choose('dark'))
}

function useNewHousehold(): void {
  const go = useGo('households/new')
  useCommand('household.new', useConnection().read_only ? null : go)
  const goImport = useGo('import')
  useCommand('import.start', useConnection().read_only ? null : goImport)
}

/** Commands available on every screen of a connection. */
export function useFrameCommands(): void {
  const { history } = useRouter()
  const navigate = useNavigate()
  const openWindow = useOpenWindow()
  usePlaces()
  useThemes()
  useOutboxCommands()
  useAttentionToast()
  useNewHousehold()
  usePrint()
  useCommand('go.connections', () => void navigate({ to: '/' }))
  useCommand('go.back', () => history.back())
  useCommand('go.forward', () => history.forward())
  useCommand('window.open', () => openWindow(history.location.href))
}
