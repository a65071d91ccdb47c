import type { Language } from '#messages/languages.ts'

/** What the tracking product shows, by domain: all of it, or the keys that match. */
const trackingProduct = {
  common: /./,
  tracking: /./,
  // Not the pages on which administrators manage people.
  people:
    /^(?!(resources|logged|users?)\.|fields\.(emaildomain|oauthclient|identityprovider|membership|deleteduser|invitation)\.)/,
}

/** What of each language is complete, by domain; the rest falls back to English. English itself is. */
export const complete: Record<Exclude<Language, 'en'>, Partial<Record<string, RegExp>>> = {
  mi: {
    // The frame, the map, alerts and phones.
    common: /./,
    tracking: new RegExp(
      '^(phone|commands|replace|unknownDevices|map|state|fleet|panel|place|picker|doing|distance|shortcuts|alerts|' +
        'alertsPage|desk|watches|guard|movement|why|trackers|things|choices)\\.',
    ),
    messaging: /^(messages|deliveries|compose)\./,
    cpd: /^(certificates|cohorts|roles)\./,
    people: /^user\.cpdRole/,
    organisations: /webhook|^organisation\.secret/,
  },
  ar: trackingProduct,
  de: trackingProduct,
  es: trackingProduct,
  fr: trackingProduct,
  'pt-BR': trackingProduct,
}
