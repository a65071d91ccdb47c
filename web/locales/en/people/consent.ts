/** The page on which a person lets an assistant in. */
export const consentTexts = {
  consent: {
    title: 'Let an assistant in',
    ask: 'Let “{{name}}” in?',
    as: 'It will act as {{person}}, in this organisation only:',
    organisation: 'Organisation',
    reads:
      'It reads what you may read: trackers, trips, alerts, results of professional development, invoices. It changes nothing.',
    passes: 'It may send what it has read to the company that makes it.',
    ends: 'You can end it at any time under Settings, API keys.',
    origin: {
      entered: 'An administrator of this website has entered this assistant.',
      document: 'It is described at {{host}}. If you do not know this address, cancel.',
      registered:
        'It has given its name itself, which has not been checked. Go on only if you began this yourself a moment ago.',
    },
    to: 'Your browser will be sent to {{host}}.',
    toProgram: 'Your browser will be sent to a program on this machine ({{host}}).',
    allow: 'Let it in',
    wrong: 'This assistant cannot be let in',
    wrongText: 'Nothing was sent to it. Please begin again there, or ask its maker.',
  },
} as const
