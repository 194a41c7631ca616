import { useEffect } from 'react'
import { policyForCommands } from '../lib/commands/offers.ts'
import { useForbidden, usePolicy } from '../lib/policy.ts'

/** Removes forbidden commands from the palette, shortcuts and menus, and hides the page in print where printing is forbidden. */
export function useFirmPolicy(): void {
  const policy = usePolicy()
  useEffect(() => policyForCommands(policy), [policy])
  const onPaper = useForbidden('app.print')
  useEffect(() => {
    // A browser can also print from its own menu.
    document.documentElement.toggleAttribute('data-no-print', onPaper !== null)
  }, [onPaper])
}
