import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import type { ObservedValuation } from '../../../shared/ipc/observed.ts'
import classes from './history.module.css'
import { stepsOf } from './steps.ts'

/** Loaded lazily: the chart library is large and only needed when there is something to plot. */
const HistoryChart = lazy(() => import('./HistoryChart.tsx').then(({ HistoryChart: chart }) => ({ default: chart })))

/** The history as a chart with a legend. It shows nothing that is not in the table below it. */
export function HistoryFigure({ observations }: { observations: readonly ObservedValuation[] }) {
  const steps = useMemo(() => stepsOf(observations), [observations])
  const own = steps.steps.some((step) => step.own)
  return (
    <figure className={classes.figure}>
      <div role="img" aria-label="Observed values over time; the table below has every figure">
        <Suspense fallback={<Skeleton height={220} radius={4} />}>
          <HistoryChart steps={steps} />
        </Suspense>
      </div>
      <ul className={classes.legend} aria-label="Legend">
        <li>
          <svg width="24" height="10" aria-hidden="true">
            <line x1="0" y1="5" x2="24" y2="5" className={classes.held} />
          </svg>
          Directly held
        </li>
        <li>
          <svg width="24" height="10" aria-hidden="true">
            <line x1="0" y1="5" x2="24" y2="5" className={classes.total} />
          </svg>
          Total value
        </li>
        <li>
          <svg width="10" height="10" aria-hidden="true">
            <circle cx="5" cy="5" r="3.5" className={classes.seen} />
          </svg>
          Takes effect
        </li>
        {own ? (
          <li>
            <svg width="10" height="10" aria-hidden="true">
              <rect x="1" y="1" width="8" height="8" className={classes.own} />
            </svg>
            Logged on this computer
          </li>
        ) : null}
        {steps.gaps.length > 0 ? (
          <li>
            <svg width="16" height="10" aria-hidden="true">
              <path d="M0 4 4 0M0 10 10 0M6 10 16 0M12 10 16 6" className={classes.hatch} />
            </svg>
            Not seen by this computer
          </li>
        ) : null}
      </ul>
    </figure>
  )
}
