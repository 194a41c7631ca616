import { useNavigate } from '@tanstack/react-router'
import { useCommand } from '../lib/commands/use-command.ts'

/** What can be done on every screen, whether a connection is open or not. */
export function useAppCommands(): void {
  const navigate = useNavigate()
  useCommand('go.settings', () => void navigate({ to: '/settings' }))
  useCommand('help.about', () => void navigate({ to: '/settings', hash: 'about' }))
  useCommand('help.licences', () => void navigate({ to: '/licences' }))
}
