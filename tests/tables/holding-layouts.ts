/** What a column of holdings is; `=text` has the same text in every row. */
export type Role =
  | 'name'
  | 'class'
  | 'value'
  | 'id'
  | 'account'
  | 'currency'
  | 'quantity'
  | 'price'
  | 'cost'
  | 'gain'
  | 'percent'
  | 'empty'
  | `=${string}`

export type Layout = {
  columns: [head: string, role: Role][]
  isClassCertain: boolean
  isIdCertain: boolean
  isNameCertain: boolean
}

/** Names of holdings, among them those that look like a total, a title, an amount or a date. */
export const names = [
  'Apple Inc',
  'Microsoft Corp',
  'Vanguard Total Stock Market Index',
  'Total Return Bond Fund',
  'TotalEnergies SE',
  'Fidelity Contrafund',
  'Johnson & Johnson',
  'Berkshire Hathaway Inc, Class B',
  'iShares "Core" S&P 500 ETF',
  '3M Company',
  'Société Générale',
  'Cash & Cash Investments',
  'US Treasury 4.25% 11/15/2034',
  '123 Main Street, Boston',
  'Subtotal Capital LP',
  'Nestlé SA',
  'Blackstone Real Estate\nIncome Trust',
  'Account Services Group',
  "Lowe's Companies",
  'SPDR Gold Shares',
  '"Growth" Fund',
  'Schwab Value Advantage Money Fund',
  'Note receivable (J. Smith)',
  'Date Palm Holdings',
  'Nasdaq 100 Index',
  'Value Line Fund',
] as const
export const classes = [
  'Equity',
  'Fixed Income',
  'Cash and Money Market',
  'Real Estate',
  'ETFs & Closed End Funds',
  'Mutual Fund',
  'Private Equity',
] as const

/** The columns of the exports of custodians, and of workbooks that advisors make. */
export const layouts: Record<string, Layout> = {
  schwab: {
    columns: [
      ['Symbol', 'id'],
      ['Description', 'name'],
      ['Qty (Quantity)', 'quantity'],
      ['Price', 'price'],
      ['Price Chng % (Price Change %)', 'percent'],
      ['Mkt Val (Market Value)', 'value'],
      ['Day Chng % (Day Change %)', 'percent'],
      ['Day Chng $ (Day Change $)', 'gain'],
      ['Cost Basis', 'cost'],
      ['Gain $ (Gain/Loss $)', 'gain'],
      ['Gain % (Gain/Loss %)', 'percent'],
      ['Reinvest?', '=No'],
      ['Security Type', 'class'],
    ],
    isClassCertain: false,
    isIdCertain: false,
    isNameCertain: true,
  },
  fidelity: {
    columns: [
      ['Account Number', 'account'],
      ['Account Name', '=Individual - TOD'],
      ['Symbol', 'id'],
      ['Description', 'name'],
      ['Quantity', 'quantity'],
      ['Last Price', 'price'],
      ['Last Price Change', 'gain'],
      ['Current Value', 'value'],
      ["Today's Gain/Loss Dollar", 'gain'],
      ["Today's Gain/Loss Percent", 'percent'],
      ['Percent Of Account', 'percent'],
      ['Cost Basis Total', 'cost'],
      ['Average Cost Basis', 'price'],
      ['Type', '=Cash'],
    ],
    isClassCertain: false,
    isIdCertain: false,
    isNameCertain: true,
  },
  vanguard: {
    columns: [
      ['Account Number', 'account'],
      ['Investment Name', 'name'],
      ['Symbol', 'id'],
      ['Shares', 'quantity'],
      ['Share Price', 'price'],
      ['Total Value', 'value'],
      ['', 'empty'],
    ],
    isClassCertain: false,
    isIdCertain: false,
    isNameCertain: true,
  },
  ibkr: {
    columns: [
      ['Open Positions', '=Open Positions'],
      ['Header', '=Data'],
      ['DataDiscriminator', '=Summary'],
      ['Asset Category', 'class'],
      ['Currency', 'currency'],
      ['Symbol', 'name'],
      ['Quantity', 'quantity'],
      ['Mult', '=1'],
      ['Cost Price', 'price'],
      ['Cost Basis', 'cost'],
      ['Close Price', 'price'],
      ['Value', 'value'],
      ['Unrealized P/L', 'gain'],
      ['Code', 'empty'],
    ],
    isClassCertain: false,
    isIdCertain: false,
    isNameCertain: false,
  },
  excel: {
    columns: [
      ['Name', 'name'],
      ['Asset Class', 'class'],
      ['Value', 'value'],
      ['External ID', 'id'],
    ],
    isClassCertain: true,
    isIdCertain: true,
    isNameCertain: true,
  },
  excelWide: {
    columns: [
      ['Asset Name', 'name'],
      ['Asset Class', 'class'],
      ['Quantity', 'quantity'],
      ['Price', 'price'],
      ['Cost Basis', 'cost'],
      ['Market Value', 'value'],
      ['% of Portfolio', 'percent'],
      ['External ID', 'id'],
    ],
    isClassCertain: true,
    isIdCertain: true,
    isNameCertain: true,
  },
}

/** Currencies other than the dollar, as they are written beside an amount. */
export const foreign = [
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['CHF ', 'CHF'],
  ['C$', 'CAD'],
  ['A$', 'AUD'],
  ['¥', 'JPY'],
  ['HK$', 'HKD'],
  ['EUR ', 'EUR'],
  ['kr ', 'SEK'],
  ['₹', 'INR'],
] as const
