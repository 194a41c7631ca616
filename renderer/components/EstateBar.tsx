import { hiddenText } from '../../shared/domain/presenting.ts'
import { stableColor } from '../../shared/domain/stable-color.ts'
import { amountsAreHidden } from '../lib/amounts.ts'
import classes from './estate-bar.module.css'

type Props = {
  /** Per cent of the directly held value; null if there is no positive value. */
  inEstate: number | null
  outOfEstate: number | null
  /** Shown in place of the bar if there is no value to divide. */
  instead?: string
  /** Shows the shares in words below a wide bar. */
  words?: boolean
}

const shares = new Intl.NumberFormat('en-US')
const percent = (share: number) => `${shares.format(share)}%`
const isPart = (share: number) => share >= 0 && share <= 100

/** The shares in and out of the estate as a small bar; hidden with the amounts. The words are in its tooltip, and for assistive technology in its text. */
export function EstateBar({ inEstate, outOfEstate, instead = '', words: spelled = false }: Props) {
  if (amountsAreHidden()) return <span className="quiet">{hiddenText}</span>
  if (inEstate === null || outOfEstate === null) return <span className="quiet">{instead}</span>
  const words = `${percent(inEstate)} in estate, ${percent(outOfEstate)} out of estate`
  // A debt can make one side larger than the whole, which a bar cannot show.
  if (!isPart(inEstate) || !isPart(outOfEstate)) return <span title={words}>{percent(inEstate)} in estate</span>
  return (
    <span className={spelled ? classes.wide : classes.holder} title={words}>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ width: `${inEstate}%`, background: stableColor('estate-status', 'in_estate') }} />
        <span style={{ width: `${outOfEstate}%`, background: stableColor('estate-status', 'out_of_estate') }} />
      </span>
      <span className={spelled ? 'quiet small' : 'visually-hidden'}>{words}</span>
    </span>
  )
}
