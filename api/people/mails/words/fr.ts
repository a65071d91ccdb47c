import type { AccountWords } from './account_words.ts'

export const fr: AccountWords = {
  register: {
    subject: 'Confirmez votre inscription',
    text: `Bienvenue chez Ringfence.

Suivez ce lien pour confirmer votre adresse et terminer votre inscription. Il fonctionne une seule fois, pendant un
jour :

{{link}}

Si vous ne vous êtes pas inscrit, vous n’avez rien à faire.`,
  },

  unnamed: { organisation: 'une organisation', inviter: 'Un administrateur' },

  accountMade: {
    subject: 'Un compte a été créé pour vous',
    text: `Un compte chez Ringfence a été créé pour vous par {{organisation}}. Suivez ce lien pour choisir un mot de passe et
l’ouvrir. Il fonctionne une seule fois, pendant un jour :

{{link}}

S’il expire, demandez un autre lien à la connexion avec « Mot de passe oublié ». Si vous ne savez pas de quoi il s’agit,
vous n’avez rien à faire.`,
  },

  registeredAlready: {
    subject: 'Vous avez déjà un compte',
    text: `Quelqu’un, probablement vous, vient de s’inscrire chez Ringfence avec cette adresse. Un compte l’utilise déjà :
veuillez vous connecter.

Si vous avez oublié le mot de passe, demandez-en un nouveau ici :

{{link}}`,
  },

  resetPassword: {
    subject: 'Définissez un nouveau mot de passe',
    text: `Suivez ce lien pour définir un nouveau mot de passe. Il fonctionne une seule fois, pendant une heure :

{{link}}

Si vous ne l’avez pas demandé, vous n’avez rien à faire : votre mot de passe reste le même.`,
  },

  passwordEnded: {
    subject: 'Choisissez un nouveau mot de passe',
    text: `Vous êtes désormais membre d’une autre organisation chez Ringfence. Un administrateur avait défini votre mot de passe,
qui ne fonctionne donc plus. Suivez ce lien pour en choisir un que vous seul connaissez. Il fonctionne une seule fois,
pendant une heure :

{{link}}

S’il expire, demandez un autre lien à la connexion avec « Mot de passe oublié ».`,
  },

  choosePassword: {
    subject: 'Choisissez votre mot de passe',
    text: `Suivez ce lien pour choisir le mot de passe de votre compte chez Ringfence. Il confirme aussi que cette adresse est la
vôtre. Il fonctionne une seule fois, pendant un jour :

{{link}}

Si vous ne l’avez pas demandé, vous n’avez rien à faire.`,
  },

  dateWaits: {
    subject: 'Votre compte vous attend',
    text: `Une organisation a créé pour vous un compte chez Ringfence, que vous n’avez pas encore ouvert. Une échéance y est
fixée au {{day}}. Suivez ce lien pour choisir un mot de passe et voir de quoi il s’agit. Il fonctionne une seule fois,
pendant un jour :

{{link}}

S’il expire, demandez un autre lien à la connexion avec « Mot de passe oublié ». Si vous ne connaissez pas ce compte,
vous n’avez rien à faire.`,
  },

  passwordEndedUnproved: {
    subject: 'Choisissez un nouveau mot de passe',
    text: `Vous êtes désormais membre d’une autre organisation chez Ringfence. Un administrateur avait défini votre mot de passe,
qui ne fonctionne donc plus. Suivez ce lien pour en choisir un que vous seul connaissez. Il confirme aussi que cette
adresse est la vôtre. Il fonctionne une seule fois, pendant un jour :

{{link}}

S’il expire, demandez un autre lien à la connexion avec « Mot de passe oublié ».`,
  },

  passwordChanged: {
    subject: 'Votre mot de passe a été changé',
    text: `Le mot de passe de votre compte vient d’être changé, et toutes les sessions ouvertes avec lui ont été fermées.

Si ce n’était pas vous, définissez-en immédiatement un nouveau :

{{link}}`,
  },

  secondFactorOn: {
    subject: 'Votre second facteur a été activé',
    text: `Le second facteur de votre compte vient d’être activé : la connexion demande désormais, outre le mot de passe, un code
d’une application d’authentification. Les codes de récupération précédents ne fonctionnent plus.

Si ce n’était pas vous, définissez immédiatement un nouveau mot de passe et prévenez votre administrateur :

{{link}}`,
  },

  secondFactorOff: {
    subject: 'Votre second facteur a été désactivé',
    text: `Le second facteur de votre compte vient d’être désactivé : le mot de passe suffit pour se connecter.

Si ce n’était pas vous, définissez immédiatement un nouveau mot de passe :

{{link}}`,
  },

  changeEmail: {
    subject: 'Confirmez votre nouvelle adresse',
    text: `Suivez ce lien pour faire de cette adresse celle de votre compte. Il fonctionne une seule fois, pendant une heure :

{{link}}

Si vous ne l’avez pas demandé, vous n’avez rien à faire.`,
  },

  emailChanged: {
    subject: 'L’adresse de votre compte a été changée',
    text: `Votre compte chez Ringfence a reçu une autre adresse e-mail. Les messages y seront envoyés à partir de maintenant.

Si ce n’était pas vous, prévenez votre administrateur.`,
  },

  addressWaits: {
    subject: 'Une autre adresse pour votre compte ?',
    text: `Une autre personne, peut-être un administrateur, a demandé à changer l’adresse e-mail de votre compte chez Ringfence.
Comme le compte contient des données privées, le changement attend sept jours.

Suivez ce lien pour le confirmer tout de suite, ou pour l’arrêter :

{{link}}

Si vous ne faites rien, l’adresse change au bout de ces sept jours.`,
  },

  proveWaiting: {
    subject: 'Confirmez votre nouvelle adresse',
    text: `Cette adresse doit devenir celle d’un compte chez Ringfence, dans sept jours, ou dès que l’adresse actuelle le
confirme. Suivez ce lien dans les sept jours ; sinon rien ne change :

{{link}}

Si vous ne savez pas de quoi il s’agit, vous n’avez rien à faire.`,
  },

  invited: {
    subject: 'Vous êtes invité',
    text: `{{inviter}} vous invite à rejoindre {{organisation}} chez Ringfence.

Suivez ce lien pour accepter. Sans compte, vous vous y inscrivez en une étape. Il fonctionne une seule fois, pendant
deux semaines :

{{link}}

Si vous ne savez pas de quoi il s’agit, vous n’avez rien à faire.`,
  },
}
