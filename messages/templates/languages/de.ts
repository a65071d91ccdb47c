import { composeLanguage } from '../compose_language.ts'

export const de = composeLanguage({
  raised: {
    speeding: '{{tracker}} ist schneller als erlaubt',
    idling: '{{tracker}} steht mit laufendem Motor',
    towed: '{{tracker}} bewegt sich mit ausgeschalteter Zündung',
    no_data: '{{tracker}} meldet sich nicht, obwohl er sich zuletzt bewegte',
    low_battery: '{{tracker}} hat eine schwache Batterie',
    unplugged: '{{tracker}} hat keine externe Stromversorgung mehr',
    guard: '{{tracker}} hat seinen Parkplatz verlassen',
    sensor: '{{tracker}}: {{sensor}} liegt außerhalb des Bereichs',
  },
  sentences: {
    left_boundary: '{{tracker}} hat {{boundary}} verlassen',
    outside_boundary: '{{tracker}} ist außerhalb von {{boundary}}',
    returned: '{{tracker}} ist zurück',
    returned_to: '{{tracker}} ist zurück in {{own_boundary}}',
    entered_boundary: '{{tracker}} ist in {{boundary}} eingefahren',
    exited_boundary: '{{tracker}} hat {{boundary}} wieder verlassen',
    alarm: '{{tracker}} hat einen Alarm gemeldet: {{alarm}}',
    arrived: '{{tracker}} ist bei {{boundary}} angekommen',
    departed: '{{tracker}} ist von {{boundary}} abgefahren',
    late: '{{tracker}} ist verspätet bei {{boundary}}',
    maintenance_due: '{{tracker}}: {{maintenance}} ist fällig',
    offline: '{{tracker}} ist offline',
    online: '{{tracker}} ist wieder online',
    reminder: '{{tracker}} ist noch außerhalb',
    reminder_inside: '{{tracker}} ist noch in {{boundary}}',
    escalation: 'Nicht quittierte Warnung: {{tracker}}',
  },
  labels: {
    when: 'Wann',
    where: 'Wo',
    speed: 'Geschwindigkeit',
    limit: 'Tempolimit',
    boundary: 'Geozone',
    since: 'Seit',
    expected: 'Erwartet bis',
    last: 'Letzte Position',
    alarm: 'Alarm',
    outside: 'Außerhalb von',
    entered: 'Eingefahren in',
    map: 'Auf der Karte',
    map_then: 'Auf der Karte, zu diesem Zeitpunkt',
  },
  alone: {
    back: 'Zurück seit {{ended}}.',
    inside_at: 'Innerhalb seit {{ended}}.',
    not_inside_yet: 'Er war noch nicht innerhalb.',
    was_outside: 'Er war {{duration}} außerhalb, seit {{started}}.',
    was_inside: 'Er war {{duration}} innerhalb, seit {{started}}.',
    after: 'nach {{duration}}',
    must_not: 'Dort darf er nicht sein.',
    out_again: 'Wieder draußen seit {{ended}}.',
    ended: 'Beendet um {{ended}}.',
    as_asked: 'Sie hatten um diese Benachrichtigung gebeten.',
    enter_done:
      'Wenn es erledigt ist, tragen Sie es auf der Seite des Trackers unter „Wartung“ ein: Dann zählt es von dort an.',
    silent: 'Er hat länger als erwartet nichts gemeldet.',
    since_duration: 'Dauer bisher: {{duration}}, seit {{started}}.',
    acknowledge: 'Quittieren Sie die Warnung, dann gibt es keine weiteren Erinnerungen.',
    unacknowledged: 'Eine Warnung von {{tracker}} ({{number}}) wurde seit {{duration}} nicht quittiert.',
    digest_subject: '{{count}} Warnungen von {{organisation}}',
    kept: '{{count}} Warnungen wurden für Sie gesammelt, {{because}}.',
    more: '… und {{more}} weitere.',
    all: 'Alle Warnungen',
    sent_by: '{{sender}} hat Ihnen diese Nachricht gesendet. Um zu antworten, melden Sie sich an',
    you_wrote: 'Sie schrieben:',
  },
  place: ({ distance, direction, town }) => `${distance} ${direction.replaceAll('E', 'O')} von ${town}`,
  active_boundary: 'die aktive Geozone',
  no_more: 'Keine Warnungen mehr an diese Adresse',
  no_more_newsletters: 'Newsletter abbestellen',
  left_out: (names) => `Nicht angehängt, weil gelöscht oder vom Virenscanner beanstandet: ${names}`,
  because: {
    limit: (limit) => `weil es in einer Stunde mehr als ${limit} waren`,
    quiet: 'während Ihrer Ruhezeiten',
    repeats: (limit) => `weil ein Tracker in einer Stunde mehr als ${limit} einer Art ausgelöst hat`,
  },
  confirmation: {
    email: {
      subject: 'Möchten Sie Nachrichten an diese Adresse?',
      text: `Diese Adresse wurde in Ringfence eingetragen, um Nachrichten über GPS-Tracker dorthin zu senden.

Wer das ist, und ob Sie zustimmen, steht auf dieser Seite: {{link}}

Bevor Sie nicht zugestimmt haben, wird Ihnen nichts gesendet. Sie müssen nicht antworten, und Sie können dort endgültig ablehnen.`,
    },
    sms: {
      subject: '',
      text: 'Ringfence: Dürfen Nachrichten über GPS-Tracker an diese Nummer gesendet werden? Sehen, wer fragt, zustimmen oder ablehnen: {{link}}',
    },
  },
  phone_code: (code) => `Ringfence: ${code} ist Ihr Code. Niemand wird Sie danach fragen.`,
  test_alert: {
    subject: (organisation) => `Ein Test der Warnungen von ${organisation}`,
    text: (organisation) => `Dies ist ein Test. Warnungen von ${organisation} erreichen Sie hier.`,
  },
  quota: {
    subject: (what) => `Das Kontingent an ${what} ist aufgebraucht`,
    text: (what, limit, period, until) =>
      `Diese Organisation hat ${period} ${limit} ${what} gesendet, so viele, wie sie darf. Was jetzt kommt, wartet bis ${until}; Notrufe von Personen gehen weiterhin hinaus. Die Administratoren der Plattform können das Kontingent erhöhen.`,
    what: { email: 'E-Mails', sms: 'SMS', push: 'Push-Nachrichten', webhook: 'Webhook-Aufrufe' },
    period: { 'an hour': 'in dieser Stunde', 'a day': 'heute' },
  },
  webhook_off: {
    subject: (name) => `Der Webhook „${name}“ wurde ausgeschaltet`,
    text: (name, host, reason, link) =>
      `Die Aufrufe des Webhooks „${name}“ an ${host} werden nicht angenommen, daher wurde er ausgeschaltet. Der letzte Versuch: ${reason}.\n\nWas von nun an geschieht, wird nicht dorthin gesendet. Beheben Sie den Fehler beim Empfänger, und schalten Sie den Webhook dann wieder ein: ${link}`,
  },
  channel: {
    over: (line) => `vorbei: ${line}`,
    trip: (tracker, km) => `${tracker} hat eine Fahrt von ${km.toFixed(1).replace('.', ',')} km beendet`,
    answered: (tracker, answer) => `${tracker} hat geantwortet: ${answer}`,
    failed: (tracker, reason) => `ein Befehl an ${tracker} ist fehlgeschlagen: ${reason}`,
    test: 'Ein Test von Ringfence',
  },
})
