/** What a column of people is; `=text` has the same text in every row. */
export type Role =
  | 'household'
  | 'first'
  | 'last'
  | 'birth'
  | 'email'
  | 'state'
  | 'zip'
  | 'phone'
  | 'street'
  | 'city'
  | 'businessState'
  | 'businessZip'
  | 'formatted'
  | 'id'
  | 'created'
  | 'zeroDate'
  | 'empty'
  | `=${string}`

/** The columns of the exports of address books and of systems of advisors. */
export const layouts: Record<string, [head: string, role: Role][]> = {
  generic: [
    ['Household', 'household'],
    ['First Name', 'first'],
    ['Last Name', 'last'],
    ['Date of Birth', 'birth'],
    ['Email', 'email'],
    ['State', 'state'],
    ['Postal Code', 'zip'],
  ],
  genericWide: [
    ['Household Name', 'household'],
    ['Last Name', 'last'],
    ['First Name', 'first'],
    ['Phone', 'phone'],
    ['Street', 'street'],
    ['City', 'city'],
    ['State', 'state'],
    ['ZIP', 'zip'],
    ['DOB', 'birth'],
    ['Email Address', 'email'],
    ['Created', 'created'],
  ],
  google: [
    ['First Name', 'first'],
    ['Middle Name', 'empty'],
    ['Last Name', 'last'],
    ['Nickname', 'empty'],
    ['File As', 'empty'],
    ['Organization Name', 'empty'],
    ['Birthday', 'birth'],
    ['Notes', 'empty'],
    ['Photo', 'empty'],
    ['Labels', '=* myContacts'],
    ['E-mail 1 - Label', '=* Home'],
    ['E-mail 1 - Value', 'email'],
    ['Phone 1 - Label', '=Mobile'],
    ['Phone 1 - Value', 'phone'],
    ['Address 1 - Label', '=Home'],
    ['Address 1 - Formatted', 'formatted'],
    ['Address 1 - Street', 'street'],
    ['Address 1 - City', 'city'],
    ['Address 1 - PO Box', 'empty'],
    ['Address 1 - Region', 'state'],
    ['Address 1 - Postal Code', 'zip'],
    ['Address 1 - Country', '=US'],
  ],
  outlook: [
    ['Title', 'empty'],
    ['First Name', 'first'],
    ['Middle Name', 'empty'],
    ['Last Name', 'last'],
    ['Suffix', 'empty'],
    ['Company', 'empty'],
    ['Business Street', 'empty'],
    ['Business City', 'empty'],
    ['Business State', 'businessState'],
    ['Business Postal Code', 'businessZip'],
    ['Home Street', 'street'],
    ['Home City', 'city'],
    ['Home State', 'state'],
    ['Home Postal Code', 'zip'],
    ['Home Phone', 'phone'],
    ['Anniversary', 'zeroDate'],
    ['Birthday', 'birth'],
    ['E-mail Address', 'email'],
    ['E-mail Type', '=SMTP'],
  ],
  salesforce: [
    ['Account Name', 'household'],
    ['Salutation', '=Ms.'],
    ['First Name', 'first'],
    ['Last Name', 'last'],
    ['Title', 'empty'],
    ['Birthdate', 'birth'],
    ['Mailing Street', 'street'],
    ['Mailing City', 'city'],
    ['Mailing State/Province', 'state'],
    ['Mailing Zip/Postal Code', 'zip'],
    ['Mailing Country', '=USA'],
    ['Phone', 'phone'],
    ['Email', 'email'],
    ['Created Date', 'created'],
  ],
  redtail: [
    ['Contact ID', 'id'],
    ['First Name', 'first'],
    ['Middle Name', 'empty'],
    ['Last Name', 'last'],
    ['Family Name', 'household'],
    ['Status', '=Active'],
    ['Category', '=Client'],
    ['Date of Birth', 'birth'],
    ['Email', 'email'],
    ['Address', 'street'],
    ['City', 'city'],
    ['State', 'state'],
    ['Zip', 'zip'],
    ['Phone', 'phone'],
  ],
  wealthbox: [
    ['ID', 'id'],
    ['Prefix', 'empty'],
    ['First Name', 'first'],
    ['Middle Name', 'empty'],
    ['Last Name', 'last'],
    ['Suffix', 'empty'],
    ['Household Name', 'household'],
    ['Contact Type', '=Client'],
    ['Email Address', 'email'],
    ['Street Line 1', 'street'],
    ['City', 'city'],
    ['State', 'state'],
    ['Zip Code', 'zip'],
    ['Birth Date', 'birth'],
    ['Created At', 'created'],
  ],
}
