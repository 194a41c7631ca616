import { Link } from '@tanstack/react-router'
import { EmptyState } from '../components/States.tsx'

export function NotFound() {
  return (
    <main id="main">
      <EmptyState screen title="Screen not found" hint="There is nothing at this address.">
        <Link to="/">Go to the start screen</Link>
      </EmptyState>
    </main>
  )
}
