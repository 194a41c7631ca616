import { describe, expect, it } from 'vitest'
import { documentTypeNames } from '../../../shared/domain/names.ts'
import { type DocumentType, proposeType } from '../../../shared/domain/propose-type.ts'

/** For each type, a typical file name and the words that indicate the type. */
const names: Record<Exclude<DocumentType, 'OTHER'>, [name: string, said: string]> = {
  GRAT_DESIGN_SUMMARY: ['Alvarez GRAT design summary v3.pdf', 'grat design'],
  GENERATED_PRESENTATION: ['Estate plan presentation.pdf', 'presentation'],
  ASSET_VALUATION: ['2025-03_Appraisal_Lake House.pdf', 'appraisal'],
  SIGNED_TRUST_DOCUMENT: ['Alvarez Family Trust (executed).pdf', 'trust'],
  TRUST_AMENDMENT: ['First Amendment to Trust.docx', 'amendment to trust'],
  TRANSFER_CONFIRMATION: ['Wire confirmation 03-14.pdf', 'wire confirmation'],
  EXISTING_REMAINDER_TRUST_DOCUMENT: ['charitable remainder trust 1998.pdf', 'remainder trust'],
  BALANCE_SHEET: ['Net Worth Dec 2025.xlsx', 'net worth'],
  WILL: ['Last Will & Testament – Maria.pdf', 'last will'],
  WILL_CODICIL: ['Second codicil to the will.pdf', 'codicil'],
  POWER_OF_ATTORNEY: ['Durable-Power-of-Attorney.pdf', 'power of attorney'],
  ASSIGNMENT_OF_INTEREST: ['Assignment of LLC interest.pdf', 'assignment'],
  ASSIGNMENT_OF_TANGIBLE_PROPERTY: ['assignment of tangible personal property.pdf', 'assignment of tangible'],
  LOAN_NOTE_AGREEMENT: ['PromissoryNote_signed.pdf', 'promissory note'],
  ARTICLES_OF_INCORPORATION: ['Articles of Incorporation (DE).pdf', 'articles of incorporation'],
  OPERATING_AGREEMENT: ['Lakeside Operating Agreement.pdf', 'operating agreement'],
  PARTNERSHIP_AGREEMENT: ['Limited Partnership Agreement.pdf', 'partnership agreement'],
  ACCOUNT_DOCUMENTATION_STATEMENT: ['Schwab statement 2026-01.pdf', 'statement'],
  TAX_ID_CONFIRMATION: ['EIN letter CP575.pdf', 'ein'],
  GIFT_TAX_RETURN: ['2024 Form 709.pdf', 'form 709'],
  INCOME_TAX_RETURN: ['Alvarez 2024 Form 1040.pdf', 'form 1040'],
  TAX_RECEIPT: ['Donation receipt Red Cross.pdf', 'donation receipt'],
  TAX_FILING: ['Tax extension 2025.pdf', 'tax extension'],
  CORPORATE_BYLAWS: ['By-Laws of Alvarez Holdings.pdf', 'by laws'],
  LLC_AGREEMENT: ['LLC Agreement.pdf', 'llc agreement'],
  LLC_AGREEMENT_AMENDMENT: ['Amendment to LLC Agreement.pdf', 'amendment to llc agreement'],
  OPERATING_AGREEMENT_AMENDMENT: ['operating agreement amendment 2.pdf', 'operating agreement amendment'],
  PARTNERSHIP_AGREEMENT_AMENDMENT: ['Amended Partnership Agreement.pdf', 'amended partnership agreement'],
  SHAREHOLDERS_AGREEMENT: ["Shareholders' Agreement.pdf", 'shareholders agreement'],
  STATE_BUSINESS_FILING: ['Certificate of good standing.pdf', 'good standing'],
  LOGGED_CONTRIBUTION: ['Capital call notice Q2.pdf', 'capital call'],
  LOGGED_DISTRIBUTION: ['Distribution notice.pdf', 'distribution'],
  INSURANCE_POLICY: ['Life Insurance Policy MetLife.pdf', 'insurance policy'],
  CRUMMEY_LETTER: ['Crummey letters 2025.pdf', 'crummey'],
  INSURANCE_PREMIUM_PAYMENT: ['Premium notice ILIT.pdf', 'premium notice'],
  BENEFICIAL_OWNERSHIP_INFORMATION_REPORT: ['BOI report.pdf', 'boi report'],
  FINCEN_FILING: ['FBAR 2024.pdf', 'fbar'],
  HEALTHCARE_PROXY: ['Health Care Proxy (Jorge).pdf', 'health care proxy'],
  LIVING_WILL: ['LivingWill.pdf', 'living will'],
  DRIVERS_LICENSE: ["Driver's License front.jpg", 'drivers license'],
  PASSPORT: ['passport_scan.png', 'passport'],
  DEED: ['Quitclaim deed.pdf', 'deed'],
}

describe('the proposed type', () => {
  it.each(Object.entries(names))('%s', (type, [name, said]) => {
    expect(proposeType({ name, folder: '', head: '', people: [] })).toEqual({ type, reason: `“${said}” in its name` })
  })

  it('has an example of every type that can be told', () => {
    expect([...Object.keys(names), 'OTHER'].toSorted()).toEqual(Object.keys(documentTypeNames).toSorted())
  })

  it.each([
    ['IMG_2041.jpg', 'Scans'],
    ['', ''],
    ['📎.pdf', '🗂'],
    ['willow.pdf', 'Trustworthy'],
    ['deedless.txt', ''],
  ])('%j in %j could be anything', (name, folder) => {
    expect(proposeType({ name, folder, head: '', people: [] })).toEqual({ type: 'OTHER', reason: null })
  })

  it('comes from the folder where the name says nothing, from the text where neither does', () => {
    const head = 'THIS IS THE LAST WILL AND TESTAMENT OF MARIA ALVAREZ, who trusts'
    expect(proposeType({ name: 'scan0001.pdf', folder: 'Clients / Passports', head: '', people: [] })).toEqual({
      type: 'PASSPORT',
      reason: '“passports” in its folder',
    })
    expect(proposeType({ name: 'scan0002.txt', folder: '', head, people: [] })).toEqual({
      type: 'WILL',
      reason: '“last will” in its text',
    })
    expect(proposeType({ name: 'note.txt', folder: '', head: 'I trust this will do.', people: [] }).type).toBe('OTHER')
  })

  it.each([
    ['John Will.pdf', 'OTHER', null],
    ['Will, John.pdf', 'OTHER', null],
    ['John A. Will.pdf', 'OTHER', null],
    ['will.pdf', 'OTHER', null],
    ['Passport of Will.pdf', 'PASSPORT', 'passport'],
    ['John Will - Will.pdf', 'WILL', 'will'],
    ['Will of John Will 2025.pdf', 'WILL', 'will'],
    ['Last Will.pdf', 'WILL', 'last will'],
    ['Deed.pdf', 'OTHER', null],
    ['Deed Grant - Quitclaim Deed.pdf', 'DEED', 'deed'],
    ["Will's letter.pdf", 'OTHER', null],
    ['Will’s passport.pdf', 'PASSPORT', 'passport'],
    ['Smith, Mary Deed.pdf', 'OTHER', null],
    ['Mary Smith Deed.pdf', 'DEED', 'deed'],
    ['Grant Trust Agreement.pdf', 'SIGNED_TRUST_DOCUMENT', 'trust agreement'],
  ])('of %j is not told by the name of a person of the household', (name, type, said) => {
    const people = ['John A. Will', 'Grant Deed', 'Mary Deed Smith']
    const reason = said === null ? null : `“${said}” in its name`
    expect(proposeType({ name, folder: '', head: '', people })).toEqual({ type, reason })
  })

  it('is kept beside a person of whom only one name is known', () => {
    expect(proposeType({ name: 'Last Will - Will.pdf', folder: '', head: '', people: ['Will'] })).toEqual({
      type: 'WILL',
      reason: '“last will” in its name',
    })
  })

  it('is found as fast for a name of many single letters', () => {
    const name = `${'a '.repeat(120)}.pdf`
    expect(proposeType({ name, folder: '', head: '', people: ['A A A B', 'A B A'] }).type).toBe('OTHER')
  })

  it('of slides is a presentation, unless the name knows better', () => {
    expect(proposeType({ name: 'Alvarez Q3.pptx', folder: '', head: '', people: [] }).type).toBe(
      'GENERATED_PRESENTATION',
    )
    expect(proposeType({ name: 'GRAT design.pptx', folder: '', head: '', people: [] }).type).toBe('GRAT_DESIGN_SUMMARY')
  })
})
