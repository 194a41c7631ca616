import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { causeBeside, explanationOf, isPresented, presentError } from '../lib/present-error.ts'
import { CopyButton } from './CopyButton.tsx'
import classes from './states.module.css'

type EmptyProps = {
  title: string
  hint: string
  /** True if it fills the screen on its own, outside a page. */
  screen?: boolean
  children?: ReactNode
}

/** Explains why there is nothing to show, and what to do next. */
export function EmptyState({ title, hint, screen = false, children }: EmptyProps) {
  return (
    <div className={`column ${classes.state}`} data-message="" data-screen={screen || undefined}>
      <p className={classes.title}>{title}</p>
      <p className={classes.hint}>{hint}</p>
      {children}
    </div>
  )
}

type ErrorProps = {
  /** Anything thrown, or an error already in words; null or undefined if nothing failed. */
  error: unknown
  onRetry?: () => void
  /** True if it fills the screen on its own, outside a page. */
  screen?: boolean
  children?: ReactNode
}

/** An error with its title, cause and next step, a retry button, and details for support; nothing if there is none. */
export function ErrorState({ error: thrown, onRetry, screen = false, children }: ErrorProps) {
  if (thrown === null || thrown === undefined) return null
  const error = isPresented(thrown) ? thrown : presentError(thrown)
  const cause = causeBeside(error)
  // Nothing failed, and trying again would not help.
  if (error.code === 'presenting/not-shown')
    return <EmptyState title={error.title} hint={explanationOf(error)} screen={screen} />
  return (
    <div
      className={`column ${classes.state}`}
      data-message=""
      data-screen={screen || undefined}
      role="alert"
      data-code={error.code}
    >
      <IconAlertTriangle className="negative" size={20} stroke={1.75} aria-hidden="true" />
      <p className={classes.title}>{error.title}</p>
      {cause === null ? null : <p>{cause}</p>}
      <p className={classes.hint}>{error.nextStep}</p>
      <div className={`line ${classes.actions}`}>
        {onRetry ? (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
        {children}
        <span className="inline code quiet">
          {error.code}
          <CopyButton text={error.detail} label="Copy details" />
        </span>
      </div>
    </div>
  )
}

type PartErrorProps = { /** Begins the sentence, such as “Your favorites”. */ what: string; onRetry: () => void }

/** In the place of a small part that could not be read: nothing there does not mean that there is none. */
export function PartError({ what, onRetry }: PartErrorProps) {
  return (
    <p role="alert" className={classes.part}>
      {what} could not be read.{' '}
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}

const widths = ['38%', '62%', '51%', '70%', '44%', '58%', '66%', '40%']

/** Placeholder for a page's fields until they are loaded. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <div className={`column ${classes.skeleton}`} role="status">
      <span className="visually-hidden">{label}</span>
      <Skeleton height={20} width={240} radius={4} />
      {widths.map((width) => (
        <Skeleton key={width} height={12} width={width} radius={4} />
      ))}
    </div>
  )
}
