/** The pages that are read rather than used. Each section is a heading and its paragraphs. */
export const prose = {
  help: {
    title: 'Help',
    sections: [
      [
        'The map',
        'Every tracker stands at its last position. A red diamond is outside its boundary, a green dot inside, a blue one has no verdict, and a grey ring has not reported for a while.',
        'Press / to search the list, the arrow keys to go through it, Enter to choose a tracker and Esc to leave the search. A chosen tracker shows its details and its trail of the last hour; Follow keeps it in the middle.',
      ],
      [
        'Adding a tracker',
        'Open Trackers and press New tracker. The device number is what the device calls itself, usually its IMEI. When it is saved you see its device token, once.',
        'The tracker’s page then says what to put into the device, by what it is: a GPS unit, a phone’s app, which reads it as a QR code, or a program that speaks MQTT.',
      ],
      [
        'Boundaries and alerts',
        'A boundary is an area on the map. A tracker is outside when at least one active boundary applies to it and its position is in none of them.',
        'You are told once for each leaving. How, you choose under Settings, Alerts: by e-mail, SMS or push, who else should hear of it, at which hours not, and otherwise for single trackers.',
        'Acknowledge an alert, and nobody is reminded of it and it is not passed on to a second list; snooze it, and that waits. Both are on the map and on the home page, and everybody who sees the tracker sees it.',
        'An address gets at most twenty alerts in an hour, unless your administrator has set another number; what is above comes as one digest. SOS always gets through.',
      ],
      [
        'Messages',
        'Under Messages you read what you were sent and write to your administrators; they write to anybody in the organisation. The envelope at the top counts what you have not read. Each message’s page says to whom it went, by which way, when it arrived and when it was read, or why it did not arrive.',
        'Every alert mail has a link that ends further alerts to that address.',
      ],
      [
        'People',
        'Administrators invite people by e-mail and give them a role. Administrators and Staff see every tracker of the organisation; Users and Customers see their own.',
      ],
      [
        'Your account',
        'If you have forgotten your password, ask for a link on the sign-in page. After ten wrong passwords an account is locked for a quarter of an hour; a new password or an administrator ends that at once.',
        'Theme, language, units and timezone are under Settings.',
      ],
    ],
    keys: 'Keys on the map',
    api: 'Programs use the same API as this page:',
    apiLink: 'description of the API',
  },
  about: {
    title: 'About',
    sections: [
      [
        'What it is',
        'Ringfence tracks GPS trackers and phones against boundaries drawn on a map, and tells people when one leaves. Several organisations can share one installation; none sees anything of another.',
      ],
      [
        'Licence',
        'Ringfence is free software under the Apache License 2.0.',
        'The coast of the built-in map is from Natural Earth, which is in the public domain. The towns are from GeoNames, under the Creative Commons Attribution 4.0 License.',
      ],
    ],
  },
  contact: {
    title: 'Contact',
    sections: [
      [
        'About your trackers and your account',
        'Ask an administrator of your organisation first: they can see your trackers, change your role, confirm your account and lift a lockout.',
      ],
      [
        'About this website',
        'Write to whoever runs it. If you are signed in, it goes to the administrators of your organisation.',
      ],
    ],
    form: {
      title: 'Write to us',
      name: 'Name',
      email: 'E-mail',
      phone: 'Phone (optional)',
      subject: 'Subject (optional)',
      text: 'What we can do for you',
      submit: 'Send',
      done: 'Thank you. We will answer by e-mail. If a mail asks whether you want messages at your address, please agree there first.',
    },
  },
  privacy: {
    title: 'Privacy',
    operator: 'The operator of this website has a privacy statement of their own, which counts:',
    link: 'privacy statement of the operator',
    text: 'What this software keeps, wherever it runs:',
    sections: [
      [
        'What is kept about you',
        'Your name, your e-mail address and what else you put into your profile; when and from which network address you agreed to the terms, and signed in now and the last time; which browsers you are signed in with. Your password is kept only as a hash that does not tell it.',
        'What administrators, and whoever acts in somebody else’s name, change is noted in a log.',
      ],
      [
        'What is kept about trackers',
        'Each report with its time, position, speed and heading, and whether it was outside a boundary. The operator sets how long reports are kept.',
      ],
      [
        'Who sees it',
        'The administrators and Staff of your organisation, and whoever runs the server. Other organisations see nothing of it.',
      ],
      [
        'In your browser',
        'There is one cookie: a random number by which your account knows a browser that you have signed in from, so that nobody keeps you out by guessing at your password. Your browser keeps the token that you are signed in with until you sign out, and how you like this page to look. Nothing is loaded from other servers, except the map where the operator has chosen one from elsewhere.',
      ],
      ['When you leave', 'A deleted account is out of sight at once, and is removed from the database a month later.'],
    ],
  },
  terms: {
    title: 'Terms',
    operator: 'The operator of this website has terms of their own, which count:',
    link: 'terms of the operator',
    text: 'Where the operator says nothing else, this is what you agree to:',
    sections: [
      [
        'Your account',
        'You give an address that is yours, keep your password to yourself, and tell an administrator when somebody else may have it.',
      ],
      [
        'What you track',
        'You track only what is yours to track. Who is tracked with a device or a phone knows it, and has agreed where the law asks for it.',
      ],
      [
        'What you can expect',
        'Positions depend on satellites, on devices and on networks, and so do alerts: they may be late, wrong or missing. Do not let anybody’s safety depend on them alone.',
        'The software comes without warranty, as its licence says.',
      ],
      ['The end', 'You may delete your account at any time. The operator may switch off accounts that harm others.'],
    ],
  },
  welcome: {
    lead: 'See where your trackers are, draw the areas they should stay in, and hear of it when one leaves.',
    points: [
      ['On the map', 'Every position as it arrives, over the trail of the last hour.'],
      ['Boundaries', 'Any shape, across the date line too, for all trackers or for some.'],
      ['Alerts', 'One for each leaving, by e-mail or SMS.'],
      ['For organisations', 'Roles for dispatchers, staff and customers; none sees anything of another organisation.'],
    ],
    signIn: 'Sign in',
    register: 'Register',
    open: 'Open the map',
  },
} as const
