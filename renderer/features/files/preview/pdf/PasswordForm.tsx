import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from './pdf.module.css'

type Props = { wrong: boolean; give(password: string): void }

/** Asks for the password of a PDF. It is not stored. */
export function PasswordForm({ wrong, give }: Props) {
  const [password, setPassword] = useState('')
  /** The prompt that was answered: a wrong password is followed by another one. */
  const [answered, setAnswered] = useState<{ give: Props['give'] } | null>(null)
  const given = answered?.give === give
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAnswered({ give })
    give(password)
  }
  return (
    <form className={classes.password} onSubmit={submit}>
      <p>This PDF is password-protected.</p>
      <PasswordInput
        label="Password"
        autoComplete="off"
        data-autofocus
        value={password}
        error={wrong && !given ? 'Wrong password.' : null}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" disabled={password === '' || given}>
        Show it
      </Button>
    </form>
  )
}
