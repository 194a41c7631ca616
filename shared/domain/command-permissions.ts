import type { CommandId } from './commands.ts'
import type { Permission } from './policy-permissions.ts'

/** The permissions of the commands that a firm may forbid. All other commands only read, or change data on this computer. */
export const commandPermissions: Partial<Record<CommandId, Permission>> = {
  'record.edit': 'write',
  'record.save': 'write',
  'record.delete': 'write',
  'demo.colleague': 'write',
  'household.new': 'write',
  'individual.new': 'write',
  'import.start': 'write',
  'documents.add': 'write',
  'valuation.log': 'write',
  'list.edit': 'write',
  'outbox.send': 'write',
  'household.pack': 'export',
  'household.pack-again': 'export',
  'list.export-xlsx': 'export',
  'list.export-csv': 'export',
  'file.open': 'save-as',
  'file.save-as': 'save-as',
  'file.print': 'print',
  'screen.print': 'print',
  'screen.pdf': 'print',
}
