/** Sentences that an advisor might write. */
export const PERSON_NOTES = [
  'Prefers a call before any document is sent. Mornings are best.',
  'Works abroad from January to April; reach through the family office.',
  'Asked to be kept out of day-to-day investment matters.',
  'Would like to understand the trust structure better before the next review.',
  'Serves on the board of the family foundation.',
  'Allergic to jargon: bring the one-page picture.',
  'Power of attorney updated after the move; originals with counsel.',
  'Interested in taking over the operating business within five years.',
  'Recently married; check beneficiary designations at the next meeting.',
  'Receives quarterly statements on paper at the home address.',
]

export const HOUSEHOLD_NOTES = [
  'Annual review every spring. Last one covered gifting and the sale of the lake house.',
  'Referred by counsel. Main concern is keeping the business in the family.',
  'Liquidity event expected within two years; model a GRAT before it.',
  'Estate plan complete; only maintenance and annual Crummey letters remain.',
  'Two sides of the family do not speak to each other. Separate meetings, always.',
  'Charitable giving through the donor-advised fund; consider a foundation above $25M.',
  'New to the firm. Documents are still coming in from the former advisor.',
  'Wants insurance coverage reviewed after the second child is born.',
]

export const SUMMARY_SENTENCES = [
  'The grantor retains the right to revoke or amend the trust during life.',
  'On the death of the first spouse the estate is divided into a marital share and a family share.',
  'The trustee may distribute income and principal for health, education, maintenance and support.',
  'A corporate trustee must be appointed if no individual trustee is able to serve.',
  'Distributions to a beneficiary under twenty-five are held in a separate share until that age.',
  'The agreement restricts transfers of membership interests to members of the family.',
  'Annual exclusion gifts are made in January; withdrawal rights lapse after thirty days.',
  'The policy is owned by the trust, and premiums are paid from contributions of the grantor.',
  'A remainder passes to the charities named in Schedule B.',
  'The instrument is governed by the law of the state in which it was signed.',
  'Any dispute is first brought before the trust protector.',
  'The appraisal applies a discount for lack of control and lack of marketability.',
]

export const CARRIERS = ['Northfield Mutual', 'Granite Life', 'Prairie National', 'Harbor Assurance']
export const CUSTODIANS = ['Meridian', 'Blue Ridge', 'Old Colony', 'Summit', 'Lakeshore']
