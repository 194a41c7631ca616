import type { Cast } from '../cast.ts'
import { article, type Draft, paragraph } from '../layout.ts'

/** The words of one form of company. */
interface Words {
  titles: readonly [string, string, string, string, string]
  company: string
  owners: string
  manager: string
  interest: string
  law: string
}

const LLC: Words = {
  titles: [
    'LIMITED LIABILITY COMPANY AGREEMENT',
    'Limited Liability Company Agreement',
    'LLC AGREEMENT',
    'AGREEMENT OF LIMITED LIABILITY COMPANY',
    'AMENDED AND RESTATED LIMITED LIABILITY COMPANY AGREEMENT',
  ],
  ...{
    company: 'Company',
    owners: 'Members',
    manager: 'Manager',
    interest: 'membership interest',
    law: 'Limited Liability Company Act',
  },
}
const OPERATING: Words = {
  titles: [
    'OPERATING AGREEMENT',
    'Operating Agreement',
    'AGREEMENT FOR THE OPERATION OF THE COMPANY (OPERATING AGREEMENT)',
    'SINGLE MEMBER OPERATING AGREEMENT',
    'OPERATING AGREEMENT OF THE COMPANY',
  ],
  ...{
    company: 'Company',
    owners: 'Members',
    manager: 'Manager',
    interest: 'interest',
    law: 'Limited Liability Company Act',
  },
}
const PARTNERSHIP: Words = {
  titles: [
    'LIMITED PARTNERSHIP AGREEMENT',
    'Partnership Agreement',
    'ARTICLES OF PARTNERSHIP (PARTNERSHIP AGREEMENT)',
    'AGREEMENT OF PARTNERSHIP',
    'AMENDED AND RESTATED PARTNERSHIP AGREEMENT',
  ],
  ...{
    company: 'Partnership',
    owners: 'Partners',
    manager: 'General Partner',
    interest: 'partnership interest',
    law: 'Uniform Partnership Act',
  },
}

const agreement =
  (words: Words) =>
  (cast: Cast): Draft => {
    const { entity = 'the company', principal, spouse, state, heirs, date, place, layout, say } = cast
    const { company, owners, manager, interest, law } = words
    return {
      title: words.titles[layout as 0] ?? '',
      isLong: true,
      blocks: [
        { kind: 'centered', text: say(`of ${entity}`, entity, `OF ${entity.toUpperCase()}`, entity, `for ${entity}`) },
        paragraph(
          say(
            `THIS AGREEMENT is made and entered into as of ${date} and governs ${entity} (the "${company}"), organized under the law of ${state}.`,
            `The undersigned agree, effective ${date}, that ${entity} (the "${company}") shall be governed as follows.`,
            `THIS INDENTURE, made the ${date}, WITNESSETH that the parties hereto associate themselves as ${entity}, herein called the ${company}.`,
            `${company}: ${entity}. State of organization: ${state}. Effective date: ${date}.`,
            `By this agreement dated ${date} the ${owners} of ${entity}, a ${state} entity (the "${company}"), set out their rights and duties.`,
          ),
        ),
        article(
          'Formation',
          `The ${company} was formed under the ${state} ${law}. Its principal office is at ${place}.`,
          `The term of the ${company} continues until it is dissolved under this agreement.`,
        ),
        article(
          'Purpose',
          `The ${company} may engage in any lawful business, and in particular may hold and manage investments and real property for the family.`,
        ),
        article(
          owners,
          `${spouse ? `${principal} and ${spouse}` : principal} hold all voting interests. Non-voting interests may be given to ${heirs} or to trusts for them.`,
          `No one becomes one of the ${owners} without signing a counterpart of this agreement.`,
        ),
        article(
          'Capital',
          `The capital contributions of the ${owners} are set out in Schedule 1. No one is required to contribute more.`,
          'A separate capital account is kept for each in accordance with Treasury Regulations section 1.704-1(b). No interest is paid on capital.',
        ),
        article(
          'Management',
          `The business of the ${company} is managed by ${principal} as ${manager}, who may bind it by a sole signature.`,
          `The ${manager} may be replaced by a vote of a majority of the voting interests.`,
          `A sale of substantially all assets, a merger and a loan above $250,000 require the consent of all ${owners}.`,
        ),
        article(
          'Allocations',
          `Profits and losses are allocated among the ${owners} in proportion to their interests, subject to a minimum gain chargeback and a qualified income offset.`,
        ),
        article(
          'Distributions',
          `Distributions are made in proportion to interests, at the discretion of the ${manager}, but at least as much as is needed for taxes on allocated income.`,
        ),
        article(
          'Transfers',
          `No ${interest} may be transferred outside of the family without the written consent of all ${owners}.`,
          'An attempted transfer in violation of this article is void. The others have a right of first refusal for sixty days, at the appraised value.',
        ),
        article(
          'Books and Taxes',
          `Books are kept on a calendar year at the principal office. Each of the ${owners} receives a Schedule K-1 by March 15.`,
          `${principal} is the partnership representative under section 6223 of the Code, if that section applies.`,
        ),
        article(
          'Indemnity',
          `The ${company} holds the ${manager} harmless from claims that arise from acts in good faith.`,
        ),
        article(
          'Dissolution',
          `The ${company} is dissolved on the consent of all ${owners}, or when it has no business. Its assets are applied to creditors first and then to positive capital accounts.`,
        ),
        article(
          'General Provisions',
          `This agreement is governed by the law of ${state}, may be amended only in writing, and binds successors and permitted assigns.`,
        ),
        {
          kind: 'signatures',
          of: [[principal, manager], ...(spouse ? [[spouse, owners.slice(0, -1)] as const] : [])],
          notarized: layout === 3,
        },
        { kind: 'page' },
        { kind: 'heading', text: 'SCHEDULE 1' },
        {
          kind: 'table',
          heading: `${owners}, contributions and interests`,
          rows: spouse
            ? [
                [principal, 'as agreed', '50.00%'],
                [spouse, 'as agreed', '50.00%'],
              ]
            : [[principal, 'as agreed', '100.00%']],
        },
      ],
    }
  }

const amendment =
  (words: Words) =>
  (cast: Cast): Draft => {
    const { entity = 'the company', principal, spouse, heirs, state, date, layout, say } = cast
    const { company, owners, manager } = words
    const of = words.titles[layout as 0]?.replace(/^AMENDED AND RESTATED /, '') ?? ''
    return {
      title: say(
        `FIRST AMENDMENT TO ${of}`,
        `Amendment to the ${of}`,
        `AMENDMENT OF ${of}`,
        `AMENDMENT TO ${of}`,
        `AMENDMENT NO. 1 TO ${of}`,
      ),
      blocks: [
        { kind: 'centered', text: entity },
        paragraph(
          `This amendment is made on ${date} by the ${owners} of ${entity} (the "${company}"), a ${state} entity, and amends their agreement.`,
        ),
        article(
          `New ${owners}`,
          `${heirs === 'my heirs at law' ? 'Trusts for the family' : heirs} may be admitted as non-voting ${owners} on a gift of interests by ${principal}.`,
        ),
        article(manager, `If ${principal} ceases to serve as ${manager}, ${spouse ?? cast.trustee} shall serve.`),
        article('Schedule', 'Schedule 1 is replaced by the schedule attached.'),
        article('Effect', 'Except as amended, the agreement is confirmed and continues in force.'),
        { kind: 'signatures', of: [[principal, manager], ...(spouse ? [[spouse, owners.slice(0, -1)] as const] : [])] },
        { kind: 'page' },
        {
          kind: 'table',
          heading: 'SCHEDULE 1, AS AMENDED',
          rows: [
            [principal, 'voting', '1.00%'],
            ['All others', 'non-voting', '99.00%'],
          ],
        },
      ],
    }
  }

const articlesOfIncorporation = (cast: Cast): Draft => {
  const { entity = 'the corporation', principal, state, place, home, date, entityKind, say } = cast
  const charitable = entityKind === 'PRIVATE_FOUNDATION'
  return {
    title: say(
      'ARTICLES OF INCORPORATION',
      'Articles of Incorporation',
      'CERTIFICATE OF INCORPORATION',
      'ARTICLES OF INCORPORATION',
      'ARTICLES OF INCORPORATION OF THE CORPORATION',
    ),
    blocks: [
      { kind: 'centered', text: entity },
      paragraph(
        `The undersigned, acting as incorporator under the ${charitable ? 'Nonprofit' : 'Business'} Corporation Act of ${state}, adopts these articles on ${date}.`,
      ),
      article('Name', `The name of the corporation is ${entity}.`),
      article(
        'Purpose',
        charitable
          ? 'The corporation is organized exclusively for charitable, educational and scientific purposes within the meaning of section 501(c)(3) of the Code. No part of its net earnings inures to the benefit of any private individual.'
          : 'The corporation may engage in any lawful act or activity.',
      ),
      ...(charitable
        ? [
            article(
              'Private Foundation Rules',
              'The corporation shall distribute its income so as not to be subject to tax under section 4942, and shall not engage in self-dealing.',
            ),
          ]
        : [
            article(
              'Shares',
              'The corporation may issue 10,000 shares of common stock without par value, of which 1,000 are voting.',
            ),
          ]),
      article(
        'Registered Office and Agent',
        `The registered office is at ${home ? `${home}, ` : ''}${place}. The registered agent there is ${principal}.`,
      ),
      article('Directors', `The number of initial directors is one: ${principal}.`),
      article(
        'Limit of Liability',
        'No director is liable to the corporation for money damages for an act in good faith.',
      ),
      article('Incorporator', `The incorporator is ${principal}, ${place}.`),
      { kind: 'signatures', of: [[principal, 'Incorporator']], notarized: cast.layout % 2 === 0 },
      { kind: 'page' },
      { kind: 'heading', text: 'CERTIFICATE OF THE SECRETARY OF STATE' },
      paragraph(
        `I, the Secretary of State of ${state}, certify that the articles of ${entity} were filed in this office. Filing number ${cast.random.int(1_000_000, 9_999_999)}.`,
      ),
    ],
  }
}

const bylaws = (cast: Cast): Draft => {
  const { entity = 'the corporation', principal, spouse, date, place, say } = cast
  return {
    title: say(
      'BYLAWS',
      `Bylaws of ${entity}`,
      'BY-LAWS OF THE CORPORATION',
      'CORPORATE BYLAWS',
      `BYLAWS OF ${entity.toUpperCase()}`,
    ),
    isLong: true,
    blocks: [
      paragraph(`These bylaws of ${entity} were adopted by its board of directors on ${date}.`),
      article('Offices', `The principal office of the corporation is at ${place}.`),
      article(
        'Meetings of Shareholders',
        'The annual meeting is held in the second quarter, on a day that the board sets. Notice is given at least ten days before it.',
        'A majority of the shares entitled to vote is a quorum. Action may be taken without a meeting by written consent.',
      ),
      article(
        'Board of Directors',
        'The business is managed by the board. Directors are elected each year and serve until their successors qualify.',
        'Regular meetings need no notice; special meetings need two days. A majority of directors is a quorum.',
      ),
      article('Committees', 'The board may appoint an executive committee of two or more directors.'),
      article(
        'Officers',
        `The officers are a president, a secretary and a treasurer. ${principal} is the first president${spouse ? ` and ${spouse} the first secretary` : ''}.`,
      ),
      article(
        'Stock',
        'Certificates are signed by the president and the secretary. Transfers are recorded on the books on surrender of the certificate.',
      ),
      article(
        'Indemnification',
        'The corporation indemnifies its directors and officers to the full extent of the law.',
      ),
      article('Fiscal Year', 'The fiscal year ends on December 31.'),
      article(
        'Amendment',
        'The board may amend these bylaws, subject to the right of the shareholders to change them again.',
      ),
      { kind: 'heading', text: "SECRETARY'S CERTIFICATE" },
      { kind: 'signatures', of: [[spouse ?? principal, 'Secretary']] },
    ],
  }
}

const shareholders = (cast: Cast): Draft => {
  const { entity = 'the corporation', principal, spouse, heirs, date, state, say } = cast
  return {
    title: say(
      "SHAREHOLDERS' AGREEMENT",
      "Shareholders' Agreement",
      'STOCKHOLDERS AGREEMENT',
      'SHAREHOLDERS AGREEMENT',
      "SHAREHOLDERS' AND BUY-SELL AGREEMENT",
    ),
    isLong: true,
    blocks: [
      paragraph(
        `This agreement is made on ${date} among ${entity} (the "Corporation") and its shareholders, ${spouse ? `${principal} and ${spouse}` : principal}.`,
      ),
      paragraph(
        'WHEREAS, the shareholders own all of the issued stock and wish to provide for its future ownership; NOW, THEREFORE, they agree:',
      ),
      article(
        'Restriction of Transfer',
        'No shareholder may sell, give or pledge shares except as this agreement allows.',
        `Shares may be given to ${heirs} or to trusts for them, if they become parties.`,
      ),
      article(
        'Right of First Refusal',
        'A shareholder who receives an offer shall first offer the shares to the Corporation and then to the others, for thirty days each.',
      ),
      article(
        'Purchase at Death',
        'On the death of a shareholder the Corporation shall buy the shares to the extent of insurance proceeds, and may buy the rest.',
      ),
      article(
        'Price',
        'The price is the value that the shareholders last agreed on in Schedule 1, or, if that is older than two years, the value that an appraiser determines.',
      ),
      article('Election of Directors', `Each shareholder shall vote for ${principal} as a director.`),
      article(
        'S Corporation Status',
        'No shareholder may take an action that ends an election under section 1362 of the Code.',
      ),
      article('Legend', 'Each certificate bears a legend that refers to this agreement.'),
      article('General Provisions', `The law of ${state} governs. The agreement binds heirs and assigns.`),
      {
        kind: 'signatures',
        of: [
          [principal, 'Shareholder'],
          ...(spouse ? [[spouse, 'Shareholder'] as const] : []),
          [principal, `President, for ${entity}`],
        ],
      },
    ],
  }
}

export const companies = {
  LLC_AGREEMENT: agreement(LLC),
  OPERATING_AGREEMENT: agreement(OPERATING),
  PARTNERSHIP_AGREEMENT: agreement(PARTNERSHIP),
  LLC_AGREEMENT_AMENDMENT: amendment(LLC),
  OPERATING_AGREEMENT_AMENDMENT: amendment(OPERATING),
  PARTNERSHIP_AGREEMENT_AMENDMENT: amendment(PARTNERSHIP),
  ARTICLES_OF_INCORPORATION: articlesOfIncorporation,
  CORPORATE_BYLAWS: bylaws,
  SHAREHOLDERS_AGREEMENT: shareholders,
}
