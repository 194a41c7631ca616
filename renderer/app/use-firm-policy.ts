import { useEffect } from 'react'
import { policyForCommands } from '../lib/commands/offers.ts'
import { useForbidden, usePolicy } from '../lib/policy.ts'

/** Takes forbidden commands out of palette, shortcuts and menus, and keeps the page off paper where nothing may be printed. */
export function useFirmPolicy(): void {
  const policy = usePolicy()
  useEffect(() => policyForCommands(policy), [policy])
  const onPaper = useForbidden('print')
  useEffect(() => {
    // A browser prints by its own menus, too.
    document.documentElement.toggleAttribute('data-no-print', onPaper !== null)
  }, [onPaper])
}
