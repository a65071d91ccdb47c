import type { Language } from '../language.ts'
import { raisedLines, raisedTemplates } from '../raised.ts'
import { linesOfRaised, raised } from './en_raised.ts'

export const en: Language = {
  templates: {
    left_boundary: {
      email: {
        subject: '{{tracker}} has left {{boundary}}',
        text: `{{tracker}} ({{number}}) has left {{boundary}}.

When: {{time}}
Where: {{place}} ({{position}})
Speed: {{speed}}
It was back at {{ended}}.

On the map, at that moment: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}} has left {{boundary}} at {{time}}, {{place}}, {{speed}}. {{link}}' },
    },
    outside_boundary: {
      email: {
        subject: '{{tracker}} is outside {{boundary}}',
        text: `{{tracker}} ({{number}}) is outside {{boundary}}. It has not been inside yet.

When: {{time}}
Where: {{place}} ({{position}})
Speed: {{speed}}
It was inside at {{ended}}.

On the map, at that moment: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}} is outside {{boundary}} at {{time}}, {{place}}, {{speed}}. {{link}}' },
    },
    returned: {
      email: {
        subject: '{{tracker}} is back',
        text: `{{tracker}} ({{number}}) is back inside.

When: {{time}}
Where: {{place}} ({{position}})
Boundary: {{own_boundary}}
It was outside for {{duration}}, since {{started}}.

On the map, at that moment: {{link}}`,
      },
      sms: {
        subject: '',
        text: '{{tracker}} is back inside {{own_boundary}} since {{time}}, after {{duration}}, {{place}}. {{link}}',
      },
    },
    entered_boundary: {
      email: {
        subject: '{{tracker}} has entered {{boundary}}',
        text: `{{tracker}} ({{number}}) has entered {{boundary}}, where it must not be.

When: {{time}}
Where: {{place}} ({{position}})
Speed: {{speed}}
It was out again at {{ended}}.

On the map, at that moment: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}} has entered {{boundary}} at {{time}}, {{place}}, {{speed}}. {{link}}' },
    },
    exited_boundary: {
      email: {
        subject: '{{tracker}} is out of {{boundary}}',
        text: `{{tracker}} ({{number}}) is out of {{boundary}} again.

When: {{time}}
Where: {{place}} ({{position}})
It was inside for {{duration}}, since {{started}}.

On the map, at that moment: {{link}}`,
      },
      sms: {
        subject: '',
        text: '{{tracker}} is out of {{boundary}} since {{time}}, after {{duration}}, {{place}}. {{link}}',
      },
    },
    alarm: {
      email: {
        subject: '{{tracker}}: {{alarm}}',
        text: `{{tracker}} ({{number}}) has raised an alarm: {{alarm}}.

When: {{time}}
Where: {{place}} ({{position}})
Speed: {{speed}}
It ended at {{ended}}.

On the map, at that moment: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}}: {{alarm}} at {{time}}, {{place}}, {{speed}}. {{link}}' },
    },
    arrived: {
      email: {
        subject: '{{tracker}} has arrived at {{boundary}}',
        text: `{{tracker}} ({{number}}) has arrived at {{boundary}}, as you asked.

When: {{time}}
Where: {{place}} ({{position}})
Speed: {{speed}}

On the map, at that moment: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}} has arrived at {{boundary}} at {{time}}. {{link}}' },
    },
    departed: {
      email: {
        subject: '{{tracker}} has departed from {{boundary}}',
        text: `{{tracker}} ({{number}}) has departed from {{boundary}}, as you asked.

When: {{time}}
Where: {{place}} ({{position}})
Speed: {{speed}}

On the map, at that moment: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}} has departed from {{boundary}} at {{time}}. {{link}}' },
    },
    late: {
      email: {
        subject: '{{tracker}} is late at {{boundary}}',
        text: `{{tracker}} ({{number}}) has not come to {{boundary}} in time.

Expected until: {{time}}
Where it was then: {{place}} ({{position}})
Speed: {{speed}}

On the map, at that moment: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}} is late: expected at {{boundary}} until {{time}}; {{place}}. {{link}}' },
    },
    late_to_come: {
      email: {
        subject: '{{tracker}} will be late at {{boundary}}',
        text: `{{tracker}} ({{number}}) is too far from {{boundary}} to come in time.

Expected until: {{time}}
Estimated arrival: {{arrival}}
Where it is: {{place}} ({{position}})
Speed: {{speed}}

On the map: {{link}}`,
      },
      sms: {
        subject: '',
        text: '{{tracker}} will be late: expected at {{boundary}} until {{time}}, estimated {{arrival}}; {{place}}. {{link}}',
      },
    },
    ...raisedTemplates(raised, linesOfRaised, 'since {{time}}, {{speed}}, {{place}}. {{link}}'),
    maintenance_due: {
      email: {
        subject: '{{tracker}}: {{maintenance}} is due',
        text: `{{maintenance}} of {{tracker}} ({{number}}) is due.

Since: {{time}}

When it was done, enter it on the page of the tracker, under Maintenance: then it counts from there.

On the map: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}}: {{maintenance}} is due. {{link}}' },
    },
    offline: {
      email: {
        subject: '{{tracker}} is offline',
        text: `{{tracker}} ({{number}}) has not reported for longer than expected.

Since: {{time}}
Last position: {{place}} ({{position}})

On the map: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}} is offline since {{time}}, {{place}}. {{link}}' },
    },
    online: {
      email: {
        subject: '{{tracker}} is online again',
        text: `{{tracker}} ({{number}}) reports again.

Since: {{time}}
Where: {{place}} ({{position}})

On the map: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}} is online again since {{time}}, {{place}}. {{link}}' },
    },
    reminder: {
      email: {
        subject: '{{tracker}} is still outside',
        text: `{{tracker}} ({{number}}) is still outside, for {{duration}} now. Boundary: {{boundary}}, since {{started}}.

Where: {{place}} ({{position}})
Speed: {{speed}}

On the map: {{link}}

Acknowledge the alert, and there are no more reminders.`,
      },
      sms: { subject: '', text: '{{tracker}} is still outside, for {{duration}} now, {{place}}. {{link}}' },
    },
    reminder_inside: {
      email: {
        subject: '{{tracker}} is still in {{boundary}}',
        text: `{{tracker}} ({{number}}) is still in {{boundary}}, for {{duration}} now. It entered it at {{started}}.

Where: {{place}} ({{position}})
Speed: {{speed}}

On the map: {{link}}

Acknowledge the alert, and there are no more reminders.`,
      },
      sms: { subject: '', text: '{{tracker}} is still in {{boundary}}, for {{duration}} now, {{place}}. {{link}}' },
    },
    escalation: {
      email: {
        subject: 'Nobody has seen to it: {{tracker}}',
        text: `An alert of {{tracker}} ({{number}}) has not been acknowledged for {{duration}}.

Alarm: {{alarm}}
Outside: {{boundary}}
Entered: {{entered}}
When: {{started}}
Where: {{place}} ({{position}})

On the map: {{link}}`,
      },
      sms: { subject: '', text: '{{tracker}}: an alert of {{started}} has not been acknowledged, {{place}}. {{link}}' },
    },
    digest: {
      email: {
        subject: '{{count}} alerts of {{organisation}}',
        text: `{{count}} alerts have been kept for you, {{because}}.

{{list}}
… and {{more}} more.

All alerts: {{link}}`,
      },
      sms: { subject: '', text: '{{count}} alerts have been kept for you, {{because}}. {{link}}' },
    },
    message: {
      email: {
        subject: '{{subject}}',
        text: `{{text}}

{{sender}} has sent you this message. To answer, sign in: {{link}}`,
      },
      sms: { subject: '', text: '{{sender}}: {{subject}} {{link}}' },
    },
    enquiry_answer: {
      email: {
        subject: 'Re: {{subject}}',
        text: `{{answer}}

  {{sender}}

You wrote:

{{text}}`,
      },
      sms: { subject: '', text: '{{answer}}' },
    },
  },
  place: ({ distance, direction, town }) => `${distance} ${direction} of ${town}`,
  active_boundary: 'the active boundary',
  drill: 'Drill',
  no_more: 'No more alerts to this address',
  no_more_newsletters: 'Unsubscribe from newsletters',
  left_out: (names) => `Not attached, since it was deleted or did not pass the virus scan: ${names}`,
  because: {
    limit: (limit) => `since there were more than ${limit} in an hour`,
    quiet: 'during your quiet hours',
    repeats: (limit) => `since one tracker had raised more than ${limit} of a kind in an hour`,
  },
  confirmation: {
    email: {
      subject: 'Do you want messages at this address?',
      text: `This address has been entered in Ringfence, to send messages about GPS trackers to it.

Who it is, and whether you agree, is on this page: {{link}}

Nothing is sent to you before you have agreed. You need not answer, and you can decline for good there.`,
    },
    sms: {
      subject: '',
      text: 'Ringfence: may messages about GPS trackers be sent to this number? See who asks, agree or decline: {{link}}',
    },
  },
  phone_code: (code) => `Ringfence: ${code} is your code. Nobody will ask you for it.`,
  test_alert: {
    subject: (organisation) => `A test of the alerts of ${organisation}`,
    text: (organisation) => `This is a test. Alerts of ${organisation} reach you here.`,
  },
  quota: {
    subject: (what) => `The quota of ${what} is used up`,
    text: (what, limit, period, until) =>
      `This organisation has sent ${limit} ${what} ${period}, as many as it may. What comes now waits until ${until}; alarms of persons who call for help still leave. The administrators of the platform can raise the quota.`,
    what: { email: 'e-mails', sms: 'SMS', push: 'push notifications', webhook: 'webhook calls' },
    period: { 'an hour': 'in this hour', 'a day': 'today' },
  },
  webhook_off: {
    subject: (name) => `The webhook “${name}” has been switched off`,
    text: (name, host, reason, link) =>
      `The calls of the webhook “${name}” to ${host} are not accepted, so it has been switched off. The last try: ${reason}.\n\nWhat happens from now on is not sent there. Mend the receiver, then switch the webhook on again: ${link}`,
  },
  channel: {
    over: (line) => `over: ${line}`,
    trip: (tracker, km) => `${tracker} has ended a trip of ${km.toFixed(1)} km`,
    answered: (tracker, answer) => `${tracker} has answered: ${answer}`,
    failed: (tracker, reason) => `a command to ${tracker} has failed: ${reason}`,
    test: 'A test from Ringfence',
  },
  lines: {
    left_boundary: (tracker, boundary) => `${tracker} has left ${boundary}`,
    outside_boundary: (tracker, boundary) => `${tracker} is outside ${boundary}`,
    returned: (tracker) => `${tracker} is back inside`,
    entered_boundary: (tracker, boundary) => `${tracker} has entered ${boundary}`,
    exited_boundary: (tracker, boundary) => `${tracker} is out of ${boundary}`,
    alarm: (tracker, alarm) => `${tracker} has raised an alarm: ${alarm}`,
    arrived: (tracker, boundary) => `${tracker} has arrived at ${boundary}`,
    late: (tracker, boundary) => `${tracker} is late at ${boundary}`,
    late_to_come: (tracker, boundary) => `${tracker} will be late at ${boundary}`,
    departed: (tracker, boundary) => `${tracker} has departed from ${boundary}`,
    ...raisedLines(raised),
    maintenance_due: (tracker, plan) => `${plan} of ${tracker} is due`,
    offline: (tracker) => `${tracker} is offline`,
    online: (tracker) => `${tracker} is online again`,
    reminder: (tracker) => `${tracker} is still outside`,
    reminder_inside: (tracker, boundary) => `${tracker} is still in ${boundary}`,
    escalation: (tracker) => `${tracker} has an alert that nobody has acknowledged`,
  },
}
