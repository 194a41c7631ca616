import { SegmentedControl, Switch } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './settings.module.css'

type Shown = { title: string; hint?: ReactNode }

/** A setting's title and hint, with its control at the end of the row. */
export function SettingRow({ title, hint, children, id }: Shown & { id?: string; children: ReactNode }) {
  return (
    <div className={`row ${classes.row}`}>
      <div className={`anywhere ${classes.about}`}>
        <p id={id}>{title}</p>
        {hint ? <p className={`note ${classes.hint}`}>{hint}</p> : null}
      </div>
      <div className={classes.control}>{children}</div>
    </div>
  )
}

type ChoiceProps<Value extends string> = Shown & {
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** A setting with a few choices. */
export function ChoiceRow<Value extends string>({ value, choices, onChoose, ...shown }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <SettingRow {...shown} id={id}>
      <SegmentedControl<Value> aria-labelledby={id} size="xs" data={[...choices]} value={value} onChange={onChoose} />
    </SettingRow>
  )
}

/** A setting that is on or off. */
export function SwitchRow({ on, onSwitch, ...shown }: Shown & { on: boolean; onSwitch: (on: boolean) => void }) {
  const id = useId()
  return (
    <SettingRow {...shown} id={id}>
      <Switch aria-labelledby={id} checked={on} onChange={({ currentTarget }) => onSwitch(currentTarget.checked)} />
    </SettingRow>
  )
}
