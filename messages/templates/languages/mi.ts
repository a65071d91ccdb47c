import type { Language } from '../language.ts'

import { raisedLines, raisedTemplates } from '../raised.ts'
import { linesOfRaised, raised } from './mi_raised.ts'

/** Te reo Māori. */
export const mi: Language = {
  templates: {
    left_boundary: {
      email: {
        subject: 'Kua wehe a {{tracker}} i {{boundary}}',
        text: `Kua wehe a {{tracker}} ({{number}}) i {{boundary}}.

Wā: {{time}}
Wāhi: {{place}} ({{position}})
Tere: {{speed}}
I hoki mai i te {{ended}}.

Kei te mahere, i taua wā: {{link}}`,
      },
      sms: { subject: '', text: 'Kua wehe a {{tracker}} i {{boundary}} i te {{time}}, {{place}}, {{speed}}. {{link}}' },
    },
    outside_boundary: {
      email: {
        subject: 'Kei waho a {{tracker}} i {{boundary}}',
        text: `Kei waho a {{tracker}} ({{number}}) i {{boundary}}. Kāore anō kia uru ki roto.

Wā: {{time}}
Wāhi: {{place}} ({{position}})
Tere: {{speed}}
I uru ki roto i te {{ended}}.

Kei te mahere, i taua wā: {{link}}`,
      },
      sms: { subject: '', text: 'Kei waho a {{tracker}} i {{boundary}} i te {{time}}, {{place}}, {{speed}}. {{link}}' },
    },
    returned: {
      email: {
        subject: 'Kua hoki mai a {{tracker}}',
        text: `Kua hoki mai a {{tracker}} ({{number}}) ki roto.

Wā: {{time}}
Wāhi: {{place}} ({{position}})
Rohe: {{own_boundary}}
I waho mō te {{duration}}, mai i te {{started}}.

Kei te mahere, i taua wā: {{link}}`,
      },
      sms: {
        subject: '',
        text: 'Kua hoki mai a {{tracker}} ki roto, {{own_boundary}}, i te {{time}}, i muri i te {{duration}}, {{place}}. {{link}}',
      },
    },
    entered_boundary: {
      email: {
        subject: 'Kua uru a {{tracker}} ki {{boundary}}',
        text: `Kua uru a {{tracker}} ({{number}}) ki {{boundary}}, he wāhi kāore e whakaaetia.

Wā: {{time}}
Wāhi: {{place}} ({{position}})
Tere: {{speed}}
I puta mai i te {{ended}}.

Kei te mahere, i taua wā: {{link}}`,
      },
      sms: { subject: '', text: 'Kua uru a {{tracker}} ki {{boundary}} i te {{time}}, {{place}}, {{speed}}. {{link}}' },
    },
    exited_boundary: {
      email: {
        subject: 'Kua puta a {{tracker}} i {{boundary}}',
        text: `Kua puta anō a {{tracker}} ({{number}}) i {{boundary}}.

Wā: {{time}}
Wāhi: {{place}} ({{position}})
I roto mō te {{duration}}, mai i te {{started}}.

Kei te mahere, i taua wā: {{link}}`,
      },
      sms: {
        subject: '',
        text: 'Kua puta a {{tracker}} i {{boundary}} i te {{time}}, i muri i te {{duration}}, {{place}}. {{link}}',
      },
    },
    alarm: {
      email: {
        subject: '{{tracker}}: {{alarm}}',
        text: `He whakaoho nā {{tracker}} ({{number}}): {{alarm}}.

Wā: {{time}}
Wāhi: {{place}} ({{position}})
Tere: {{speed}}
I mutu i te {{ended}}.

Kei te mahere, i taua wā: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}}: {{alarm}} i te {{time}}, {{place}}, {{speed}}. {{link}}' },
    },
    arrived: {
      email: {
        subject: 'Kua tae atu a {{tracker}} ki {{boundary}}',
        text: `Kua tae atu a {{tracker}} ({{number}}) ki {{boundary}}, i tono ai koe kia whakamōhiotia.

Wā: {{time}}
Wāhi: {{place}} ({{position}})
Tere: {{speed}}

Kei te mahere, i taua wā: {{link}}`,
      },
      sms: { subject: '', text: 'Kua tae atu a {{tracker}} ki {{boundary}} i te {{time}}. {{link}}' },
    },
    departed: {
      email: {
        subject: 'Kua wehe atu a {{tracker}} i {{boundary}}',
        text: `Kua wehe atu a {{tracker}} ({{number}}) i {{boundary}}, i tono ai koe kia whakamōhiotia.

Wā: {{time}}
Wāhi: {{place}} ({{position}})
Tere: {{speed}}

Kei te mahere, i taua wā: {{link}}`,
      },
      sms: { subject: '', text: 'Kua wehe atu a {{tracker}} i {{boundary}} i te {{time}}. {{link}}' },
    },
    late: {
      email: {
        subject: 'Kua tōmuri a {{tracker}} ki {{boundary}}',
        text: `Kāore anō a {{tracker}} ({{number}}) kia tae ki {{boundary}} i te wā i whakaritea.

Te wā i whakaritea: {{time}}
Tōna wāhi i taua wā: {{place}} ({{position}})
Tere: {{speed}}

Kei te mahere, i taua wā: {{link}}`,
      },
      sms: { subject: '', text: 'Kua tōmuri a {{tracker}} ki {{boundary}}: {{time}}; {{place}}. {{link}}' },
    },
    late_to_come: {
      email: {
        subject: 'Ka tōmuri a {{tracker}} ki {{boundary}}',
        text: `He tawhiti rawa a {{tracker}} ({{number}}) i {{boundary}}; e kore e tae i te wā i whakaritea.

Te wā i whakaritea: {{time}}
Te wā e whakaarotia ana ka tae: {{arrival}}
Tōna wāhi: {{place}} ({{position}})
Tere: {{speed}}

Kei te mahere: {{link}}`,
      },
      sms: {
        subject: '',
        text: 'Ka tōmuri a {{tracker}} ki {{boundary}}: {{time}}, ka tae pea {{arrival}}; {{place}}. {{link}}',
      },
    },
    ...raisedTemplates(raised, linesOfRaised, 'mai i te {{time}}, {{speed}}, {{place}}. {{link}}'),
    maintenance_due: {
      email: {
        subject: '{{tracker}}: kua tae te wā mō {{maintenance}}',
        text: `Kua tae te wā mō {{maintenance}} o {{tracker}} ({{number}}).

Mai i: {{time}}

Kia oti, tuhia ki te whārangi o te taputapu, i raro i Tiaki: ka tatau anō mai i reira.

Kei te mahere: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}}: kua tae te wā mō {{maintenance}}. {{link}}' },
    },
    offline: {
      email: {
        subject: 'Kua tuimotu a {{tracker}}',
        text: `Kua roa te wā kāore a {{tracker}} ({{number}}) i rangona.

Mai i te: {{time}}
Te kitenga whakamutunga: {{place}} ({{position}})

Kei te mahere: {{link}}`,
      },
      sms: { subject: '', text: 'Kua tuimotu a {{tracker}} mai i te {{time}}, {{place}}. {{link}}' },
    },
    online: {
      email: {
        subject: 'Kua rangona anō a {{tracker}}',
        text: `Kua rangona anō a {{tracker}} ({{number}}).

Mai i te: {{time}}
Wāhi: {{place}} ({{position}})

Kei te mahere: {{link}}`,
      },
      sms: { subject: '', text: 'Kua rangona anō a {{tracker}} mai i te {{time}}, {{place}}. {{link}}' },
    },
    reminder: {
      email: {
        subject: 'Kei waho tonu a {{tracker}}',
        text: `Kei waho tonu a {{tracker}} ({{number}}), mō te {{duration}} ināianei. Rohe: {{boundary}}, mai i te {{started}}.

Wāhi: {{place}} ({{position}})
Tere: {{speed}}

Kei te mahere: {{link}}

Whakaaetia te whakatūpato kia mutu ai ngā whakamaumahara.`,
      },
      sms: { subject: '', text: 'Kei waho tonu a {{tracker}}, mō te {{duration}} ināianei, {{place}}. {{link}}' },
    },
    reminder_inside: {
      email: {
        subject: 'Kei roto tonu a {{tracker}} i {{boundary}}',
        text: `Kei roto tonu a {{tracker}} ({{number}}) i {{boundary}}, mō te {{duration}} ināianei. I uru i te {{started}}.

Wāhi: {{place}} ({{position}})
Tere: {{speed}}

Kei te mahere: {{link}}

Whakaaetia te whakatūpato kia mutu ai ngā whakamaumahara.`,
      },
      sms: {
        subject: '',
        text: 'Kei roto tonu a {{tracker}} i {{boundary}}, mō te {{duration}} ināianei, {{place}}. {{link}}',
      },
    },
    escalation: {
      email: {
        subject: 'Kāore anō tētahi kia aro mai: {{tracker}}',
        text: `Kua {{duration}} e tatari ana tētahi whakatūpato mō {{tracker}} ({{number}}), kāore anō kia whakaaetia.

Whakaoho: {{alarm}}
Kei waho i: {{boundary}}
I uru ki: {{entered}}
Wā: {{started}}
Wāhi: {{place}} ({{position}})

Kei te mahere: {{link}}`,
      },
      sms: {
        subject: '',
        text: '{{tracker}}: he whakatūpato nō te {{started}} kāore anō kia whakaaetia, {{place}}. {{link}}',
      },
    },
    digest: {
      email: {
        subject: 'E {{count}} ngā whakatūpato mō {{organisation}}',
        text: `E {{count}} ngā whakatūpato kua puritia māu, {{because}}.

{{list}}
… me ētahi atu e {{more}}.

Ngā whakatūpato katoa: {{link}}`,
      },
      sms: { subject: '', text: 'E {{count}} ngā whakatūpato kua puritia māu, {{because}}. {{link}}' },
    },
    message: {
      email: {
        subject: '{{subject}}',
        text: `{{text}}

Nā {{sender}} tēnei karere i tuku ki a koe. Hei whakautu, takiuru: {{link}}`,
      },
      sms: { subject: '', text: '{{sender}}: {{subject}} {{link}}' },
    },
    enquiry_answer: {
      email: {
        subject: 'Re: {{subject}}',
        text: `{{answer}}

{{sender}}

I tuhi mai koe:

{{text}}`,
      },
      sms: { subject: '', text: '{{answer}}' },
    },
  },
  place: ({ distance, direction, town }) => `${distance} ki te ${direction} o ${town}`,
  active_boundary: 'te rohe hohe',
  drill: 'Whakaharatau',
  no_more: 'Kia mutu ngā whakatūpato ki tēnei wāhitau',
  no_more_newsletters: 'Kia mutu ngā pānui ki tēnei wāhitau',
  left_out: (names) => `Kāore i tāpirihia, nā te mea kua mukua, kāore rānei i puta i te matawai huaketo: ${names}`,
  because: {
    limit: (limit) => `nō te mea neke atu i te ${limit} i te hāora kotahi`,
    quiet: 'i ō hāora mārie',
    repeats: (limit) => `nō te mea neke atu i te ${limit} ngā whakatūpato ōrite a tētahi pūaroturuki i te hāora kotahi`,
  },
  confirmation: {
    email: {
      subject: 'E hiahia ana koe ki ngā karere ki tēnei wāhitau?',
      text: `Kua tāurutia tēnei wāhitau ki Ringfence e tētahi tangata, hei tuku karere mō ngā pūaroturuki GPS.

Kei tēnei whārangi ko wai ia, ā, mehemea ka whakaae koe: {{link}}

Kāore he karere e tukuna i mua i tō whakaae. Kāore koe e herea kia whakautu, ā, ka taea te whakahē mō ake tonu i reira.`,
    },
    sms: {
      subject: '',
      text: 'Ringfence: ka taea te tuku karere mō ngā pūaroturuki GPS ki tēnei nama? Tirohia ko wai, whakaae, whakahē rānei: {{link}}',
    },
  },
  phone_code: (code) => `Ringfence: ko ${code} tō waehere. Kāore tētahi e tono atu.`,
  test_alert: {
    subject: (organisation) => `He whakamātautau i ngā whakatūpato a ${organisation}`,
    text: (organisation) => `He whakamātautau tēnei. Ka tae mai ngā whakatūpato a ${organisation} ki konei.`,
  },
  quota: {
    subject: (what) => `Kua pau te rohenga ${what}`,
    text: (what, limit, period, until) =>
      `Kua tuku tēnei whakahaere i ngā ${what} e ${limit} ${period}, te nui rawa e whakaaetia ana. Ka tatari ngā mea hou kia tae ki te ${until}; ka wehe tonu ngā karanga āwhina. Mā ngā kaiwhakahaere o te pūhara te rohenga e whakapiki.`,
    what: { email: 'īmēra', sms: 'SMS', push: 'pānui pana', webhook: 'waea webhook' },
    period: { 'an hour': 'i tēnei hāora', 'a day': 'i tēnei rā' },
  },
  webhook_off: {
    subject: (name) => `Kua whakawetohia te webhook “${name}”`,
    text: (name, host, reason, link) =>
      `Kāore e whakaaetia ana ngā waea o te webhook “${name}” ki ${host}, nō reira kua whakawetohia. Te whakamātau whakamutunga: ${reason}.\n\nKāore ngā mea hou e tukuna ki reira. Whakatikahia te kaiwhiwhi, kātahi ka whakakā anō i te webhook: ${link}`,
  },
  channel: {
    over: (line) => `kua mutu: ${line}`,
    trip: (tracker, km) => `kua mutu te haerenga a ${tracker}, ${km.toFixed(1)} km`,
    answered: (tracker, answer) => `kua whakautu a ${tracker}: ${answer}`,
    failed: (tracker, reason) => `kāore i tutuki te tono ki a ${tracker}: ${reason}`,
    test: 'He whakamātau nā Ringfence',
  },
  lines: {
    left_boundary: (tracker, boundary) => `kua wehe a ${tracker} i ${boundary}`,
    outside_boundary: (tracker, boundary) => `kei waho a ${tracker} i ${boundary}`,
    returned: (tracker) => `kua hoki mai a ${tracker} ki roto`,
    entered_boundary: (tracker, boundary) => `kua uru a ${tracker} ki ${boundary}`,
    exited_boundary: (tracker, boundary) => `kua puta a ${tracker} i ${boundary}`,
    alarm: (tracker, alarm) => `he whakaoho nā ${tracker}: ${alarm}`,
    arrived: (tracker, boundary) => `kua tae atu a ${tracker} ki ${boundary}`,
    late: (tracker, boundary) => `kua tōmuri a ${tracker} ki ${boundary}`,
    late_to_come: (tracker, boundary) => `ka tōmuri a ${tracker} ki ${boundary}`,
    departed: (tracker, boundary) => `kua wehe atu a ${tracker} i ${boundary}`,
    ...raisedLines(raised),
    maintenance_due: (tracker, plan) => `kua tae te wā mō ${plan} o ${tracker}`,
    offline: (tracker) => `kua tuimotu a ${tracker}`,
    online: (tracker) => `kua rangona anō a ${tracker}`,
    reminder: (tracker) => `kei waho tonu a ${tracker}`,
    reminder_inside: (tracker, boundary) => `kei roto tonu a ${tracker} i ${boundary}`,
    escalation: (tracker) => `he whakatūpato mō ${tracker} kāore anō kia whakaaetia`,
  },
}
