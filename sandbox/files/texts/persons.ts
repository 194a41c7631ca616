import { and, type Cast, executorOf, successorOf } from '../cast.ts'
import { article, type Draft, paragraph } from '../layout.ts'

const will = (cast: Cast): Draft => {
  const { principal, spouse, children, place, bank, heirs, state, say } = cast
  const executor = executorOf(cast)
  return {
    title: say(
      'LAST WILL AND TESTAMENT',
      `Last Will and Testament of ${principal}`,
      `WILL OF ${principal.toUpperCase()}`,
      'LAST WILL',
      'THE LAST WILL AND TESTAMENT',
    ),
    isLong: cast.layout === 0,
    blocks: [
      paragraph(
        say(
          `I, ${principal}, of ${place}, being of sound mind, declare this to be my Last Will and Testament, and revoke all earlier wills and codicils.`,
          `I, ${principal}, domiciled in ${place}, make this my Last Will. I revoke every will and codicil that I made before.`,
          `In the name of God, Amen. I, ${principal}, of ${place}, do make, publish and declare this as and for my last will and testament.`,
          `Testator: ${principal}, ${place}. I declare that this is my will and I revoke all prior wills and codicils.`,
          `Be it remembered that I, ${principal}, a resident of ${place}, do hereby make this my Last Will and Testament, revoking all former ones.`,
        ),
      ),
      article(
        'My Family',
        `${spouse ? `I am married to ${spouse}. ` : ''}${children.length > 0 ? `My children are ${and(children)}.` : 'I have no living children.'}`,
        'References to my children include any child who is born to me or adopted by me after the date of this will.',
      ),
      article(
        'Debts and Expenses',
        'My Executor shall pay my legally enforceable debts, the expenses of my last illness and funeral, and the costs of administration, as soon as is practical.',
      ),
      article(
        'Tangible Personal Property',
        `I give my tangible personal property, with the insurance on it, to ${spouse ?? heirs}${spouse && children.length > 0 ? `, or, if ${spouse} does not survive me, to my children in shares as nearly equal as is practical` : ''}.`,
        'I may leave a memorandum that says how I wish some of these things to be given. I ask my family to honor it.',
      ),
      article(
        'Residue',
        'I give the residue of my estate, real and personal, wherever it is situated, to the Trustee of my revocable trust, to be added to its principal and held under its terms as they are at my death.',
        `If that gift is not effective for any reason, I give the residue to ${heirs}.`,
      ),
      article(
        'Executor',
        `I name ${executor} as Executor, to serve without bond or surety.`,
        `If ${executor} does not qualify or ceases to act, I name ${bank} as successor Executor.`,
      ),
      ...(children.length > 0
        ? [
            article(
              'Guardian',
              `If I am not survived by the other parent of a minor child, I name ${executor} as guardian of that child's person and property.`,
            ),
          ]
        : []),
      article(
        'Powers of the Executor',
        'My Executor may sell, lease, mortgage or retain any property, settle claims, make tax elections, continue a business, and distribute in cash or in kind, all without an order of court.',
        'My Executor may disclaim an interest, join in returns with my spouse, and allocate exemptions in the manner that seems advisable.',
      ),
      article(
        'Taxes',
        'Estate and inheritance taxes on property that passes under this will are paid from the residue, without apportionment.',
      ),
      article('Survival', 'An individual who dies within thirty days of my death is treated as having died before me.'),
      article(
        'No Contest',
        'If a beneficiary contests the validity of this will without probable cause, every gift to that beneficiary is revoked.',
      ),
      article('Governing Law', `This will is governed by the law of ${state}.`),
      { kind: 'signatures', of: [[principal, 'Testator']], witnessed: true },
      { kind: 'page' },
      { kind: 'heading', text: 'SELF-PROVING AFFIDAVIT' },
      paragraph(
        `We, ${principal} and the witnesses whose names are signed to the attached instrument, being first duly sworn, declare that the testator signed it willingly as a free and voluntary act, and that each witness signed in the presence of the testator, who was then eighteen years of age or older, of sound mind and under no constraint or undue influence.`,
      ),
      { kind: 'signatures', of: [[principal, 'Testator']], notarized: true },
    ],
  }
}

const codicil = (cast: Cast): Draft => {
  const { principal, place, bank, say } = cast
  const executor = executorOf(cast)
  return {
    title: say(
      'FIRST CODICIL',
      `First Codicil to the Will of ${principal}`,
      'CODICIL TO LAST WILL AND TESTAMENT',
      'CODICIL',
      'CODICIL TO MY LAST WILL',
    ),
    blocks: [
      paragraph(
        `I, ${principal}, of ${place}, make this ${say('First Codicil', 'codicil', 'Codicil', 'codicil', 'first codicil')} to my Last Will and Testament.`,
      ),
      article(
        'Change of Executor',
        `I revoke the appointment of ${bank} as Executor, and in its place I name ${executor} as Executor, to serve without bond.`,
      ),
      article('Confirmation', 'In all other respects I confirm and republish my will.'),
      { kind: 'signatures', of: [[principal, 'Testator']], witnessed: true },
      { kind: 'page' },
      { kind: 'heading', text: 'AFFIDAVIT OF WITNESSES' },
      paragraph(
        `The witnesses, being sworn, state that ${principal} signed the foregoing codicil in their presence and was of sound mind.`,
      ),
      { kind: 'signatures', of: [[principal, 'Testator']], notarized: true },
    ],
  }
}

const powers: readonly (readonly [string, string])[] = [
  [
    'Real Property',
    'To buy, sell, convey, lease, mortgage, manage and insure land and buildings, and to sign deeds and other instruments for them.',
  ],
  [
    'Banking',
    'To open, continue and close accounts, to draw and endorse checks, to enter a safe deposit box, and to borrow.',
  ],
  [
    'Securities',
    'To buy, sell and transfer stocks, bonds, funds and other securities, and to vote in person or by proxy.',
  ],
  [
    'Business Interests',
    'To exercise every right of an owner of a business, and to take part in its sale, merger or reorganization.',
  ],
  [
    'Insurance and Annuities',
    'To pay premiums, to change and surrender policies, and to receive their proceeds; not to name the agent as beneficiary.',
  ],
  [
    'Estates and Trusts',
    'To receive what is due from an estate or trust, to give receipts, and to transfer property to a revocable trust that I made.',
  ],
  ['Claims and Litigation', 'To demand, settle and defend claims, and to employ counsel.'],
  [
    'Taxes',
    'To prepare and sign returns for all years, to pay what is due, and to represent me before every tax authority.',
  ],
  ['Retirement Plans', 'To select options of payment, to make rollovers and contributions, and to direct investments.'],
  ['Government Benefits', 'To apply for and receive benefits of social security, Medicare and military service.'],
]

const attorney = (cast: Cast): Draft => {
  const { principal, place, date, state, say } = cast
  const [agent, successor] = [executorOf(cast), successorOf(cast)]
  return {
    title: say(
      'DURABLE POWER OF ATTORNEY',
      'Durable General Power of Attorney',
      'GENERAL POWER OF ATTORNEY',
      `${cast.state.toUpperCase()} STATUTORY POWER OF ATTORNEY`,
      'POWER OF ATTORNEY',
    ),
    blocks: [
      paragraph(
        say(
          `I, ${principal}, of ${place}, appoint ${agent} as my attorney-in-fact (my "Agent"), to act for me in any lawful way with respect to the subjects below.`,
          `${principal} (the "Principal") appoints ${agent} (the "Agent"). This power is given on ${date}.`,
          `KNOW ALL MEN BY THESE PRESENTS that I, ${principal}, of ${place}, do make, constitute and appoint ${agent} my true and lawful attorney, for me and in my name, place and stead.`,
          `NOTICE: The powers granted by this document are broad. Principal: ${principal}. Agent: ${agent}.`,
          `I, ${principal}, the principal, name ${agent} as my agent for property and financial matters.`,
        ),
      ),
      ...(successor
        ? [paragraph(`If ${agent} is unable or unwilling to act, I appoint ${successor} as successor Agent.`)]
        : []),
      ...powers.map(([heading, text]) => article(heading, text)),
      article(
        'Gifts',
        'My Agent may make gifts. Gifts to any one recipient in a year may not exceed the annual exclusion from the federal gift tax.',
      ),
      article(
        'Durability',
        'This power is durable: it is not affected by my later incapacity or by lapse of time, and is effective on signing.',
      ),
      article(
        'Reliance by Third Parties',
        'No one who relies in good faith on this power, or on a copy of it, is liable to me or to my estate.',
      ),
      article(
        'Compensation and Records',
        'My Agent may be reimbursed for expenses, shall keep records of all transactions, and shall keep my property separate.',
      ),
      article(
        'Governing Law',
        `This power is governed by the law of ${state}. I revoke earlier general powers of attorney, other than those for health care.`,
      ),
      { kind: 'signatures', of: [[principal, 'Principal']], witnessed: cast.layout % 2 === 0, notarized: true },
      { kind: 'page' },
      { kind: 'heading', text: "AGENT'S ACCEPTANCE" },
      paragraph(
        `I, ${agent}, have read the foregoing power of attorney and am the individual named as Agent. I shall act in the interest of the Principal and in good faith.`,
      ),
      { kind: 'signatures', of: [[agent, 'Agent']] },
    ],
  }
}

const proxy = (cast: Cast): Draft => {
  const { principal, place, home, state, say } = cast
  const [agent, successor] = [executorOf(cast), successorOf(cast)]
  return {
    title: say(
      'HEALTH CARE PROXY',
      'Health Care Proxy and Appointment of Agent',
      'APPOINTMENT OF HEALTH CARE AGENT',
      `${cast.state.toUpperCase()} HEALTH CARE PROXY`,
      'DESIGNATION OF HEALTH CARE REPRESENTATIVE',
    ),
    blocks: [
      paragraph(
        `I, ${principal}, ${home ? `residing at ${home}, ` : 'of '}${place}, appoint ${agent} as my ${say('health care agent', 'health care agent', 'health care agent', 'agent for health care', 'health care representative')}, to decide for me if I cannot.`,
      ),
      ...(successor ? [paragraph(`If that agent is unavailable, I appoint ${successor} as alternate agent.`)] : []),
      article(
        'When It Takes Effect',
        'This appointment takes effect when my attending physician determines in writing that I lack the capacity to make or to communicate decisions about health care.',
      ),
      article(
        'Authority',
        'My agent may consent to, refuse or withdraw any care, treatment, service or procedure, including artificial nutrition and hydration, and may admit me to and discharge me from any facility.',
        'My agent may choose and dismiss physicians, and may act on what I have said and on what I am known to believe.',
      ),
      article(
        'Medical Records',
        'My agent may have access to all of my medical records, and is my personal representative under the Health Insurance Portability and Accountability Act of 1996.',
      ),
      article(
        'Limits',
        'I give no instructions that limit this authority, except those that I write here: _______________________________',
      ),
      article(
        'Organ Donation',
        'My agent may make gifts of organs and tissue after my death, as I have told my agent.',
      ),
      article(
        'Revocation',
        `I may revoke this proxy at any time, in writing or by word. It is governed by the law of ${state}. A copy is as valid as the original.`,
      ),
      { kind: 'signatures', of: [[principal, 'Principal']], witnessed: true, notarized: cast.layout % 2 === 1 },
      { kind: 'heading', text: 'STATEMENT BY WITNESSES' },
      paragraph(
        'We declare that the individual who signed this document appeared to do so willingly and free from duress, and that neither of us is the agent named in it.',
      ),
    ],
  }
}

const livingWill = (cast: Cast): Draft => {
  const { principal, place, say } = cast
  return {
    title: say(
      'LIVING WILL',
      `Living Will of ${principal}`,
      'DIRECTIVE TO PHYSICIANS',
      'LIVING WILL DECLARATION',
      'LIVING WILL AND DIRECTIVE',
    ),
    blocks: [
      paragraph(
        `I, ${principal}, of ${place}, being of sound mind, direct that life-sustaining treatment be withheld or withdrawn if I am in a terminal condition or permanently unconscious. This is my living will.`,
      ),
      article(
        'Treatment That I Do Not Want',
        'I do not want cardiac resuscitation, mechanical respiration, artificial feeding by tube, or dialysis, if they would serve only to prolong the process of dying.',
      ),
      article(
        'Comfort',
        'I wish to receive care that keeps me comfortable and relieves pain, even if it may hasten my death.',
      ),
      article(
        'Honoring This Directive',
        'I ask my family, my physicians and my clergy to honor this directive as the final expression of my right to refuse treatment.',
      ),
      article('Revocation', 'I may revoke this directive at any time in any manner.'),
      { kind: 'signatures', of: [[principal, 'Declarant']], witnessed: true },
      { kind: 'page' },
      { kind: 'signatures', of: [[principal, 'Declarant']], notarized: true },
    ],
  }
}

const deathCertificate = (cast: Cast): Draft => ({
  title: cast.say(
    'CERTIFICATE OF DEATH',
    'Certificate of Death',
    'CERTIFIED COPY OF DEATH RECORD',
    `STATE OF ${cast.state.toUpperCase()} CERTIFICATE OF DEATH`,
    'DEATH CERTIFICATE',
  ),
  blocks: [
    {
      kind: 'table',
      heading: 'Decedent',
      rows: [
        ['1. Name', cast.principal],
        ['2. Place of residence', cast.place],
        ['3. State file number', String(cast.random.int(100_000, 999_999))],
        ['4. Date of issue', cast.date],
      ],
    },
    paragraph(
      'This is a true copy of the record on file in the Department of Public Health, Bureau of Vital Statistics. It is not valid without the raised seal.',
    ),
    { kind: 'page' },
    { kind: 'heading', text: 'INFORMATION FOR FAMILIES' },
    paragraph(
      'Certified copies may be ordered from the registrar of the town where the death occurred. Corrections need an affidavit.',
    ),
  ],
})

export const persons = {
  WILL: will,
  WILL_CODICIL: codicil,
  POWER_OF_ATTORNEY: attorney,
  HEALTHCARE_PROXY: proxy,
  LIVING_WILL: livingWill,
  OTHER: deathCertificate,
}
