import { type Language, languageOf } from '../languages.ts'

/** What people are sent before the licence of a driver expires; `lines` are names with the last day of each. */
type LicenceTexts = {
  one: (name: string) => string
  several: (count: number) => string
  text: (lines: string) => string
  own: { subject: string; text: (last_day: string) => string }
}

const texts: Record<Language, LicenceTexts> = {
  en: {
    one: (name) => `The licence of ${name} expires`,
    several: (count) => `${count} licences expire`,
    text: (lines) => `Licences of drivers, with their last day:\n\n${lines}`,
    own: {
      subject: 'Your driver licence expires',
      text: (last_day) => `The last day of your driver licence is ${last_day}.`,
    },
  },
  de: {
    one: (name) => `Der Führerschein von ${name} läuft ab`,
    several: (count) => `${count} Führerscheine laufen ab`,
    text: (lines) => `Führerscheine von Fahrern, mit ihrem letzten Tag:\n\n${lines}`,
    own: {
      subject: 'Ihr Führerschein läuft ab',
      text: (last_day) => `Der letzte Tag Ihres Führerscheins ist der ${last_day}.`,
    },
  },
  fr: {
    one: (name) => `Le permis de ${name} expire`,
    several: (count) => `${count} permis expirent`,
    text: (lines) => `Permis de conducteurs, avec leur dernier jour :\n\n${lines}`,
    own: {
      subject: 'Votre permis de conduire expire',
      text: (last_day) => `Le dernier jour de votre permis de conduire est le ${last_day}.`,
    },
  },
  es: {
    one: (name) => `El permiso de conducir de ${name} caduca`,
    several: (count) => `Caducan ${count} permisos de conducir`,
    text: (lines) => `Permisos de conductores, con su último día:\n\n${lines}`,
    own: {
      subject: 'Su permiso de conducir caduca',
      text: (last_day) => `El último día de su permiso de conducir es el ${last_day}.`,
    },
  },
  'pt-BR': {
    one: (name) => `A habilitação de ${name} vence`,
    several: (count) => `${count} habilitações vencem`,
    text: (lines) => `Habilitações de motoristas, com o último dia:\n\n${lines}`,
    own: { subject: 'Sua habilitação vence', text: (last_day) => `O último dia da sua habilitação é ${last_day}.` },
  },
  ar: {
    one: (name) => `رخصة قيادة ${name} تنتهي`,
    several: (count) => `رخص قيادة تنتهي: ${count}`,
    text: (lines) => `رخص السائقين مع آخر يوم لكل منها:\n\n${lines}`,
    own: { subject: 'رخصة قيادتك تنتهي', text: (last_day) => `آخر يوم لرخصة قيادتك هو ${last_day}.` },
  },
  mi: {
    one: (name) => `Ka mōnehu te raihana o ${name}`,
    several: (count) => `Ka mōnehu ngā raihana e ${count}`,
    text: (lines) => `Ngā raihana o ngā kaitaraiwa, me te rā whakamutunga:\n\n${lines}`,
    own: {
      subject: 'Ka mōnehu tō raihana taraiwa',
      text: (last_day) => `Ko te rā whakamutunga o tō raihana taraiwa ko ${last_day}.`,
    },
  },
}

export const licenceTextsOf = (locale: string | null): LicenceTexts => texts[languageOf(locale)]
