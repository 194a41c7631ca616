import { Link } from '@tanstack/react-router'
import { EmptyState } from '../components/States.tsx'

export function NotFound() {
  return (
    <main id="main">
      <EmptyState screen title="There is no such screen" hint="The address leads nowhere.">
        <Link to="/">Go to the start</Link>
      </EmptyState>
    </main>
  )
}
