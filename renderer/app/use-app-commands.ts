import { useNavigate } from '@tanstack/react-router'
import { useCommand } from '../lib/commands/use-command.ts'

/** Commands available on every screen, with or without an open connection. */
export function useAppCommands(): void {
  const navigate = useNavigate()
  useCommand('go.settings', () => void navigate({ to: '/settings' }))
  useCommand('help.about', () => void navigate({ to: '/settings', hash: 'about' }))
  useCommand('help.licences', () => void navigate({ to: '/licences' }))
}
