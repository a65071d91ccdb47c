import type { AccountWords } from './account_words.ts'

export const de: AccountWords = {
  register: {
    subject: 'Bestätigen Sie Ihre Registrierung',
    text: `Willkommen bei Ringfence.

Bitte folgen Sie diesem Link, um Ihre Adresse zu bestätigen und Ihre Registrierung abzuschließen. Er gilt einmal, einen
Tag lang:

{{link}}

Wenn Sie sich nicht registriert haben, müssen Sie nichts tun.`,
  },

  unnamed: { organisation: 'einer Organisation', inviter: 'Ein Administrator' },

  accountMade: {
    subject: 'Für Sie wurde ein Konto angelegt',
    text: `Bei Ringfence gibt es ein Konto für Sie, angelegt von {{organisation}}. Bitte folgen Sie diesem Link, um ein Passwort zu
wählen und es zu öffnen. Er gilt einmal, einen Tag lang:

{{link}}

Wenn er abläuft, fordern Sie bei der Anmeldung mit „Passwort vergessen“ einen weiteren an. Wenn Sie nicht wissen, worum es
geht, müssen Sie nichts tun.`,
  },

  registeredAlready: {
    subject: 'Sie haben bereits ein Konto',
    text: `Jemand, wahrscheinlich Sie, hat sich gerade mit dieser Adresse bei Ringfence registriert. Es gibt damit bereits ein
Konto: Bitte melden Sie sich an.

Wenn Sie das Passwort vergessen haben, fordern Sie hier ein neues an:

{{link}}`,
  },

  resetPassword: {
    subject: 'Setzen Sie ein neues Passwort',
    text: `Bitte folgen Sie diesem Link, um ein neues Passwort zu setzen. Er gilt einmal, eine Stunde lang:

{{link}}

Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.`,
  },

  passwordEnded: {
    subject: 'Wählen Sie ein neues Passwort',
    text: `Sie sind bei Ringfence jetzt Mitglied einer weiteren Organisation. Ein Administrator hatte Ihr Passwort gesetzt, daher
gilt es nicht mehr. Bitte folgen Sie diesem Link, um eines zu wählen, das nur Sie kennen. Er gilt einmal, eine Stunde lang:

{{link}}

Wenn er abläuft, fordern Sie bei der Anmeldung mit „Passwort vergessen“ einen weiteren an.`,
  },

  choosePassword: {
    subject: 'Wählen Sie Ihr Passwort',
    text: `Bitte folgen Sie diesem Link, um das Passwort Ihres Kontos bei Ringfence zu wählen. Er bestätigt auch, dass diese
Adresse Ihre ist. Er gilt einmal, einen Tag lang:

{{link}}

Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun.`,
  },

  dateWaits: {
    subject: 'Ihr Konto wartet auf Sie',
    text: `Eine Organisation hat bei Ringfence ein Konto für Sie angelegt, das Sie noch nicht geöffnet haben. Etwas darin ist am
{{day}} fällig. Bitte folgen Sie diesem Link, um ein Passwort zu wählen und zu sehen, was es ist. Er gilt einmal, einen Tag
lang:

{{link}}

Wenn er abläuft, fordern Sie bei der Anmeldung mit „Passwort vergessen“ einen weiteren an. Wenn Sie von einem solchen Konto
nichts wissen, müssen Sie nichts tun.`,
  },

  passwordEndedUnproved: {
    subject: 'Wählen Sie ein neues Passwort',
    text: `Sie sind bei Ringfence jetzt Mitglied einer weiteren Organisation. Ein Administrator hatte Ihr Passwort gesetzt, daher
gilt es nicht mehr. Bitte folgen Sie diesem Link, um eines zu wählen, das nur Sie kennen. Er bestätigt auch, dass diese
Adresse Ihre ist. Er gilt einmal, einen Tag lang:

{{link}}

Wenn er abläuft, fordern Sie bei der Anmeldung mit „Passwort vergessen“ einen weiteren an.`,
  },

  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    text: `Das Passwort Ihres Kontos wurde gerade geändert, und alle, die damit angemeldet waren, wurden abgemeldet.

Wenn Sie das nicht waren, setzen Sie sofort ein neues:

{{link}}`,
  },

  secondFactorOn: {
    subject: 'Ihr zweiter Faktor wurde eingeschaltet',
    text: `Der zweite Faktor Ihres Kontos wurde gerade eingeschaltet: Die Anmeldung verlangt jetzt neben dem Passwort einen Code
einer Authenticator-App. Frühere Wiederherstellungscodes gelten nicht mehr.

Wenn Sie das nicht waren, setzen Sie sofort ein neues Passwort, und informieren Sie Ihren Administrator:

{{link}}`,
  },

  secondFactorOff: {
    subject: 'Ihr zweiter Faktor wurde ausgeschaltet',
    text: `Der zweite Faktor Ihres Kontos wurde gerade ausgeschaltet: Zur Anmeldung genügt das Passwort.

Wenn Sie das nicht waren, setzen Sie sofort ein neues Passwort:

{{link}}`,
  },

  changeEmail: {
    subject: 'Bestätigen Sie Ihre neue Adresse',
    text: `Bitte folgen Sie diesem Link, um dies zur Adresse Ihres Kontos zu machen. Er gilt einmal, eine Stunde lang:

{{link}}

Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun.`,
  },

  emailChanged: {
    subject: 'Die Adresse Ihres Kontos wurde geändert',
    text: `Ihr Konto bei Ringfence hat eine andere E-Mail-Adresse erhalten. E-Mails gehen von nun an dorthin.

Wenn Sie das nicht waren, informieren Sie bitte Ihren Administrator.`,
  },

  addressWaits: {
    subject: 'Eine andere Adresse für Ihr Konto?',
    text: `Eine andere Person, vielleicht ein Administrator, möchte die E-Mail-Adresse Ihres Kontos bei Ringfence ändern. Da das
Konto private Einträge hat, wartet die Änderung sieben Tage.

Folgen Sie diesem Link, um sie sofort zu bestätigen oder anzuhalten:

{{link}}

Wenn Sie nichts tun, ändert sich die Adresse nach diesen sieben Tagen.`,
  },

  proveWaiting: {
    subject: 'Bestätigen Sie Ihre neue Adresse',
    text: `Dies soll die Adresse eines Kontos bei Ringfence werden, in sieben Tagen, oder sobald die jetzige Adresse es bestätigt.
Bitte folgen Sie diesem Link innerhalb von sieben Tagen; sonst ändert sich nichts:

{{link}}

Wenn Sie nicht wissen, worum es geht, müssen Sie nichts tun.`,
  },

  invited: {
    subject: 'Sie sind eingeladen',
    text: `{{inviter}} lädt Sie ein, bei Ringfence {{organisation}} beizutreten.

Bitte folgen Sie diesem Link, um anzunehmen. Ohne Konto registrieren Sie sich dort in einem Schritt. Er gilt einmal, zwei
Wochen lang:

{{link}}

Wenn Sie nicht wissen, worum es geht, müssen Sie nichts tun.`,
  },
}
