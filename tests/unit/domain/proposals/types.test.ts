import { describe, expect, it } from 'vitest'
import type { DocumentType } from '../../../../shared/domain/propose-type.ts'
import { propose } from './texts.ts'

/** Instruments of several styles; each calls itself by its title and has the words of such a document. */
const instruments: readonly (readonly [DocumentType, string])[] = [
  [
    'WILL',
    `LAST WILL AND TESTAMENT
OF
ROBERT JAMES ELLERY
I, ROBERT JAMES ELLERY, of Camden, Maine, declare this to be my Last Will and revoke all prior wills and codicils.
FIRST: I give my tangible personal property to my wife, Nina.
SECOND: I give the residue of my estate to the trustee of the Ellery Family Trust.
THIRD: I appoint Nina Ellery as Personal Representative.
---
Last Will and Testament of Robert James Ellery
IN WITNESS WHEREOF I have set my hand this 4th day of May, 2018.
Witnesses: ____________`,
  ],
  [
    'WILL',
    `Cole & Harding LLP
12 Wharf Street, Portland
Pour-Over Will of Nina Ellery
I, Nina Ellery, being of sound mind, publish this as my will.
I revoke all former wills. My executor is Robert. The rest of my estate goes to my trustee.`,
  ],
  [
    'WILL',
    `L A S T W I L L A N D T E S T A M E N T
I, Nina Ellery, a resident of Knox County, do make, publish and declare this my last will
and testament, hereby revoking all wills. I nominate my husband as executor. I devise and
bequeath the residue to him. Signed in the presence of two witnesses.`,
  ],
  [
    'WILL_CODICIL',
    `FIRST CODICIL TO THE
LAST WILL AND TESTAMENT
OF NINA ELLERY
I, Nina Ellery, having made my Last Will dated June 1, 2010, make this codicil.
1. I revoke Article III and substitute the following.
In all other respects I ratify and confirm my will.`,
  ],
  [
    'SIGNED_TRUST_DOCUMENT',
    `ELLERY FAMILY TRUST AGREEMENT
THIS TRUST AGREEMENT is made as of March 3, 2015 between ROBERT JAMES ELLERY, as grantor,
and NINA ELLERY, as trustee.
1. The trustee holds the trust estate for the beneficiaries and pays net income to the grantor.`,
  ],
  [
    'SIGNED_TRUST_DOCUMENT',
    `DECLARATION OF TRUST
THE ELLERY FAMILY TRUST
Robert James Ellery, as settlor and trustee, declares that he holds the trust property
for the beneficiaries named below.`,
  ],
  [
    'TRUST_AMENDMENT',
    `SECOND AMENDMENT
TO THE
ELLERY FAMILY TRUST AGREEMENT
The grantor hereby amends the trust agreement dated March 3, 2015 as follows:
Article V is deleted and replaced. The trustee accepts. In all other respects it is ratified.
---
Ellery Family Trust Agreement
Signature page. The grantor and the trustee have signed this amendment.`,
  ],
  [
    'TRUST_AMENDMENT',
    `Amendment No. 1 to Ellery Family Trust
The grantor amends the trust. Susan Cole is appointed successor trustee. The following is added to Article 4.
All other terms remain in full force for the beneficiaries.`,
  ],
  [
    'EXISTING_REMAINDER_TRUST_DOCUMENT',
    `ELLERY CHARITABLE REMAINDER UNITRUST AGREEMENT
The Donor transfers property to the Trustee. The unitrust amount is paid each year to the beneficiary.
On termination the remainder passes to the charitable organization.`,
  ],
  [
    'POWER_OF_ATTORNEY',
    `STATE OF MAINE
DURABLE FINANCIAL POWER OF ATTORNEY
I, Nina Ellery, the principal, appoint Robert James Ellery as my agent to act for me in banking,
real estate and tax matters. This power is not affected by my incapacity.`,
  ],
  [
    'HEALTHCARE_PROXY',
    `Durable Power of Attorney for Health Care
I, Robert James Ellery, designate Nina Ellery as my agent to make health care decisions for me
if my physician finds that I cannot. She may consent to medical treatment.`,
  ],
  [
    'HEALTHCARE_PROXY',
    `DESIGNATION OF HEALTH CARE SURROGATE
I, Nina Ellery, designate as my surrogate for health care decisions: Paul Ellery.
My surrogate may speak with any physician or hospital.`,
  ],
  [
    'LIVING_WILL',
    `LIVING WILL OF NINA ELLERY
If I am in a terminal condition I direct that life-sustaining treatment be withheld.
I do not want artificial nutrition. My physician shall follow this.`,
  ],
  [
    'LIVING_WILL',
    `DIRECTIVE TO PHYSICIANS
I direct my physician to withhold life-sustaining procedures if my condition is terminal and irreversible.`,
  ],
  [
    'ASSIGNMENT_OF_INTEREST',
    `ASSIGNMENT AND ASSUMPTION OF MEMBERSHIP INTEREST
HARBOR POINT HOLDINGS, LLC
Robert James Ellery ("Assignor") assigns a 40 percent interest to the trustee ("Assignee"), who accepts it.`,
  ],
  [
    'ASSIGNMENT_OF_TANGIBLE_PROPERTY',
    `GENERAL ASSIGNMENT OF TANGIBLE PERSONAL PROPERTY
I assign and transfer all furniture, jewelry, art and household goods to the trustee of the Ellery Family Trust.`,
  ],
  [
    'LOAN_NOTE_AGREEMENT',
    `PROMISSORY NOTE
$250,000 Camden, Maine
For value received, the undersigned borrower promises to pay to the order of the lender the principal sum
with interest at 4.1 percent per annum. Default and prepayment: see below. Maturity is June 1, 2030.`,
  ],
  [
    'ARTICLES_OF_INCORPORATION',
    `Articles of Incorporation
of
Ellery Marine Supply, Inc.
The corporation has authority to issue 1,000 shares. Its registered agent is named below. The incorporator signs.`,
  ],
  [
    'CORPORATE_BYLAWS',
    `AMENDED AND RESTATED BY-LAWS
OF
ELLERY MARINE SUPPLY, INC.
Meetings of shareholders. The board of directors elects officers. A quorum is a majority.`,
  ],
  [
    'SHAREHOLDERS_AGREEMENT',
    `SHAREHOLDERS’ AGREEMENT
The shareholders of the corporation agree that no shares may be sold without a right of first refusal.`,
  ],
  [
    'OPERATING_AGREEMENT',
    `OPERATING AGREEMENT
OF
HARBOR POINT HOLDINGS, LLC
The members make capital contributions. The manager decides on distributions in proportion to units.`,
  ],
  [
    'LLC_AGREEMENT',
    `Limited Liability Company Agreement of Harbor Point Holdings, LLC
The sole member contributes capital. The manager allocates profits. Interests may not be transferred.`,
  ],
  [
    'LLC_AGREEMENT_AMENDMENT',
    `FIRST AMENDMENT TO LIMITED LIABILITY COMPANY AGREEMENT
HARBOR POINT HOLDINGS, LLC
The members amend the agreement. Section 4 is replaced as follows. It remains in full force.`,
  ],
  [
    'OPERATING_AGREEMENT_AMENDMENT',
    `Amendment to Operating Agreement
The members hereby amend Section 3 of the operating agreement. The rest is ratified.`,
  ],
  [
    'PARTNERSHIP_AGREEMENT',
    `AGREEMENT OF LIMITED PARTNERSHIP
OF
ELLERY INVESTMENTS, L.P.
The general partner manages. Partners share profits by their interests and capital accounts.`,
  ],
  [
    'PARTNERSHIP_AGREEMENT_AMENDMENT',
    `THIRD AMENDMENT TO THE LIMITED PARTNERSHIP AGREEMENT OF ELLERY INVESTMENTS, L.P.
The partners hereby amend Section 2. The following is added.`,
  ],
  [
    'DEED',
    `QUITCLAIM DEED
KNOW ALL PERSONS that the Grantor, for consideration paid, releases to the Grantee
a parcel of land with the buildings thereon in Knox County, to the grantee and heirs and assigns.`,
  ],
  [
    'CRUMMEY_LETTER',
    `May 2, 2023
Paul Ellery
Re: Notice of Right of Withdrawal – Robert Ellery Irrevocable Life Insurance Trust
Dear Paul:
A contribution of $18,000 was made to the trust. You have a right to withdraw it within 30 days,
after which your right lapses.
Sincerely,
The Trustee`,
  ],
  [
    'TAX_ID_CONFIRMATION',
    `DEPARTMENT OF THE TREASURY
INTERNAL REVENUE SERVICE
Notice CP 575 A
ELLERY FAMILY TRUST
Dear Taxpayer:
We assigned you employer identification number 98-7654321.
Sincerely,`,
  ],
  [
    'GIFT_TAX_RETURN',
    `Form 709
United States Gift (and Generation-Skipping Transfer) Tax Return
For gifts made during calendar year 2022
Donor Nina Ellery
Annual exclusion. Taxable gifts. Under penalties of perjury I declare. Preparer`,
  ],
  [
    'INCOME_TAX_RETURN',
    `Form 1041 U.S. Income Tax Return for Estates and Trusts 2023
Name of estate or trust: Ellery Family Trust
Total income. Deductions. Taxable income. Paid preparer. Employer identification number`,
  ],
  [
    'TAX_FILING',
    `Form 4868
Application for Automatic Extension of Time To File U.S. Individual Income Tax Return
For calendar year 2023. Your name: Nina Ellery. Social security number. Estimate of total tax.`,
  ],
  [
    'TAX_RECEIPT',
    `Town of Camden
PROPERTY TAX RECEIPT
Parcel 114. Amount paid: $6,230.11. Date: 10/02/2024. Tax collector.`,
  ],
  [
    'STATE_BUSINESS_FILING',
    `STATE OF MAINE
CERTIFICATE OF GOOD STANDING
The Secretary of State certifies the existence of Harbor Point Holdings, LLC, a limited liability company.`,
  ],
  [
    'ACCOUNT_DOCUMENTATION_STATEMENT',
    `Northgate Brokerage
Quarterly Account Statement
Statement Period: January 1 - March 31, 2025
Account number ending 4471. Beginning balance. Ending balance. Holdings. Dividends.`,
  ],
  [
    'BALANCE_SHEET',
    `Nina Ellery
Statement of Financial Condition
As of December 31, 2024
Assets. Marketable securities. Liabilities. Mortgage. Net worth.`,
  ],
  [
    'ASSET_VALUATION',
    `RESIDENTIAL APPRAISAL REPORT
Effective date of appraisal: June 30, 2024. Fair market value by the comparable sales approach. The appraiser certifies it.`,
  ],
  [
    'INSURANCE_POLICY',
    `Pine Mutual
FLEXIBLE PREMIUM ADJUSTABLE LIFE INSURANCE POLICY
Policy number 8812. Insured: Robert James Ellery. Face amount $2,000,000. Premiums. Beneficiary. We will pay.`,
  ],
  [
    'INSURANCE_PREMIUM_PAYMENT',
    `PREMIUM PAYMENT CONFIRMATION
Policy number 8812. Insured: Robert James Ellery. Amount paid: $4,120. Thank you for your premium.`,
  ],
  [
    'TRANSFER_CONFIRMATION',
    `WIRE TRANSFER CONFIRMATION
Amount: $50,000.00 From account ending 4471 To beneficiary account Harbor Point. Reference number 7781.`,
  ],
  [
    'BENEFICIAL_OWNERSHIP_INFORMATION_REPORT',
    `Beneficial Ownership Information Report (BOIR)
Reporting company: Harbor Point Holdings, LLC. Beneficial owner 1. FinCEN filing. Company applicant.`,
  ],
  [
    'FINCEN_FILING',
    `FinCEN Form 114
Report of Foreign Bank and Financial Accounts
Filer: Nina Ellery. Foreign accounts. Maximum account value.`,
  ],
  [
    'GRAT_DESIGN_SUMMARY',
    `GRAT Design Summary
Annuity of 52 percent a year for a term of two years; 7520 rate of 4.4 percent; remainder to descendants.`,
  ],
  [
    'LOGGED_DISTRIBUTION',
    `Distribution Log
Date, Amount, Distributed to. 2024-03-01, $5,000`,
  ],
  [
    'LOGGED_CONTRIBUTION',
    `Record of Contributions
Date, Amount, Contributed by. 2024-03-01, $18,000`,
  ],
  [
    'PASSPORT',
    `PASSPORT
UNITED STATES OF AMERICA
Surname ELLERY
Given names NINA
Nationality. Date of birth. Date of issue. Passport No.`,
  ],
]

describe('the type that the pages of a file say', () => {
  it.each(instruments)('is %s', (type, text) => {
    const { type: found, doubts } = propose(text)
    expect({ type: found?.value, doubts }).toEqual({ type, doubts: [] })
    expect(found?.words).not.toBe('')
    expect(found?.page).toBe(1)
  })

  it.each(['TABLE OF CONTENTS', 'ARTICLE I', 'RECITALS'])('is told by the title above "%s"', (next) => {
    const text = `OPERATING AGREEMENT\nOF\nHARBOR POINT HOLDINGS, LLC\n${next}\nmembers manager units distributions`
    expect(propose(text)).toMatchObject({ type: { value: 'OPERATING_AGREEMENT' }, entity: { value: 'llc' } })
  })

  it('is on the page with the title, after a cover page', () => {
    expect(propose(`ELLERY\n---\n${instruments[0]?.[1]}`).type).toMatchObject({ value: 'WILL', page: 2 })
  })
})
