import type { Random } from './random.ts'

export type Sex = 'female' | 'male'

type Generation = Record<Sex, readonly string[]>

const list = (names: string) => names.split(' ')

/** First names by year of birth, oldest generation first. Each row holds those born in or after `from`. */
const GENERATIONS: readonly (readonly [from: number, Generation])[] = [
  [
    1900,
    {
      female: list(
        'Margaret Dorothy Eleanor Ruth Virginia Frances Evelyn Lillian Marjorie Rosemary Beatrice Lorraine Constance Harriet Josephine Miriam Estelle Pauline Geraldine Winifred',
      ),
      male: list(
        'Walter Harold Raymond Eugene Arthur Albert Stanley Leonard Chester Theodore Vincent Norman Clifford Warren Russell Bernard Franklin Milton Gerald Lawrence',
      ),
    },
  ],
  [
    1946,
    {
      female: list(
        'Susan Linda Barbara Carol Nancy Judith Patricia Deborah Kathleen Diane Sharon Janet Marilyn Cynthia Gail Joanne Ellen Theresa Paula Elaine Maureen Bonnie Anita Sylvia',
      ),
      male: list(
        'Robert James William Richard Thomas Charles Stephen Douglas Kenneth Dennis Roger Gregory Philip Bruce Alan Peter Glenn Howard Martin Ronald Edward Frederick Victor Lewis',
      ),
    },
  ],
  [
    1966,
    {
      female: list(
        'Jennifer Michelle Kimberly Melissa Stephanie Heather Angela Christine Rebecca Laura Amy Nicole Andrea Julie Monica Tracy Denise Karen Renee Vanessa Priya Mei Carmen Simone',
      ),
      male: list(
        'Michael David Christopher Jeffrey Scott Brian Kevin Eric Mark Daniel Anthony Timothy Patrick Andrew Matthew Jason Keith Craig Derek Marcus Rajiv Kenji Rafael Duncan',
      ),
    },
  ],
  [
    1986,
    {
      female: list(
        'Emily Sarah Jessica Hannah Samantha Rachel Lauren Megan Katherine Olivia Natalie Victoria Allison Caroline Brooke Claire Molly Julia Leah Anjali Sofia Grace Naomi Camille',
      ),
      male: list(
        'Joshua Tyler Ryan Nicholas Benjamin Zachary Alexander Jonathan Samuel Nathan Ethan Connor Trevor Garrett Spencer Ian Julian Adrian Dylan Owen Arjun Mateo Caleb Elliot',
      ),
    },
  ],
  [
    2008,
    {
      female: list(
        'Ava Mia Charlotte Amelia Harper Evelyn Ella Chloe Lily Zoe Nora Hazel Violet Lucy Stella Clara Ruby Ivy Maya Isla Eliza Josie Tessa June',
      ),
      male: list(
        'Liam Noah Lucas Henry Theo Jack Oliver Wyatt Leo Miles Hudson Ezra Felix Jasper Silas August Graham Emmett Beckett Rowan Simon Dean Hugo Jude',
      ),
    },
  ],
]

const SURNAMES = list(
  `Whitfield Ellsworth Hargrove Pemberton Ashworth Lindqvist Castellano Okafor Nakamura Delacroix Thornbury
  Brannigan Kowalczyk Venkataraman Rosenthal Abernathy Calloway Montague Halvorsen Prescott Bellamy Danforth Guzmán
  Ishikawa Bergström Mahoney Sokolov Vandermeer Alcott Birdsong Carmichael Driscoll Eastman Farrow
  Jamison Kirkland Lockwood Merriweather Northcott Ogilvie Pettigrew Quimby Sutherland
  Tillman Underhill Vasquez Wainwright Yarborough Zimmer Aldridge Blackwell Covington Dunleavy Everhart Fontaine
  Garibaldi Hathaway Iverson Jaffe Kendrick Langford McAllister Naughton Oberlin Pruitt Redmond Sheffield Templeton
  Upchurch Villanueva Westbrook Yoon Adeyemi Bhattacharya Chaudhry Deng Eriksen Feldman Goldstein Hinojosa Ito Joshi
  Khoury Liang Olivares Petrov Quintana Reyes Srinivasan Takahashi Ueda Varga Winterbourne Xiong Yamada
  Zielinski Barrington Colfax Devereaux Elmsworth Finnegan Ivory Jessup Keating Lathrop Marchetti
  Nordstrand Oakley Penhallow Ravenel Stoddard Vreeland Wickham Applegate Brewster Cadwell Dunmore Eldridge
  Goodwin Hawthorne Kingsley Leighton Mayfield Nettleton Overton Paxton Rutledge Satterfield Tremont
  Wexler Ackerman Bancroft Chadwick Dearborn Engelhardt Fletcher Greenfield Hollister Kirchner Mansfield
  Newcomb Osgood Parkhurst Rosewood Standish Trask Voss Wadsworth Beaumont Crandall Emerson Fairchild Gilmore
  Haverford Kimball Lassiter Middleton Norwood Oglesby Pickering Ramsey Seaver Thurston Whitcomb Alvarado
  Benedetti Cortland Ferreira Gutierrez Hwang Iyer Jankowski Kaplan Lombardi Moreau Nguyen Ostrowski
  Rinaldi Tanaka Umansky Vega Weinberg Yi Zamora`.replaceAll(/\s+/g, ' '),
)

/** A first name that was common when the person was born. */
export function firstName(random: Random, sex: Sex, born: number): string {
  const names = GENERATIONS.findLast(([from]) => from <= born)?.[1] ?? GENERATIONS[0]?.[1]
  return random.pick(names?.[sex] ?? [])
}

export function surname(random: Random): string {
  return random.pick(SURNAMES)
}
