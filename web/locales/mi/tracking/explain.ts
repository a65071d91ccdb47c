/** Why a tracker had an alert at a time, or none, and who was notified. */
export const explainTexts = {
  explain: {
    title: 'He aha ai?',
    text: 'Tīpakohia he pūrere aroturuki me tētahi wā: ngā pūrongo, te whakataunga, me te hunga i whakamōhiotia.',
    tracker: 'Pūrere aroturuki',
    at: 'I te',
    now: 'Ināianei',
    choose: 'Tīpakohia he pūrere aroturuki.',
    ask: 'He aha ai?',
    whyNot: 'He aha au i kore ai e whakamōhiotia?',
  },
} as const
