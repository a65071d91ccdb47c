import { type Language as Code, languageOf as codeOf } from '../languages.ts'
import type { Language } from './language.ts'
import { ar } from './languages/ar.ts'
import { de } from './languages/de.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { mi } from './languages/mi.ts'
import { pt } from './languages/pt.ts'
import type { Values } from './render.ts'

/** Built-in languages. English is the fallback. */
export const languages = { en, mi, ar, de, es, fr, 'pt-BR': pt } satisfies Record<Code, Language>
const codes = Object.keys(languages) as (keyof typeof languages)[]

/** @example languageOf('mi-NZ') === languages.mi */
export const languageOf = (locale: string): Language => languages[codeOf(locale, codes)]

/** Sample values for previews. */
export const samples: Values = {
  tracker: 'Truck 7',
  number: '356938035643809',
  organisation: 'My organisation',
  boundary: 'Auckland depot',
  time: '21/11/2026 14:05:10 NZDT',
  position: `36°50'54.6"S 174°45'47.9"E`,
  place: '4 km NE of Albany',
  speed: '52 km/h',
  limit: '50 km/h',
  link: 'https://example.com/app/map',
  ended: '21/11/2026 14:25:10 NZDT',
  started: '21/11/2026 13:05:10 NZDT',
  duration: '1 h',
  alarm: 'The person calls for help',
  maintenance: 'Service',
  sensor: 'Cold store 9.2 °C',
  other: 'Van 2',
  distance: '80 m',
  count: '3',
  list: 'Truck 7 has left Auckland depot, 21/11/2026 14:05:10 NZDT',
  more: '2',
  because: 'since there were more than 20 in an hour',
  sender: 'Aroha Ngata',
  name: 'Tama Smith',
  subject: 'A question',
  text: 'Where is truck 7?',
  answer: 'It is on its way.',
}
