import type { AccountWords } from './account_words.ts'

export const ptBR: AccountWords = {
  register: {
    subject: 'Confirme seu cadastro',
    text: `Boas-vindas ao Ringfence.

Siga este link para confirmar seu endereço e concluir o cadastro. Ele funciona uma única vez, por um dia:

{{link}}

Se você não se cadastrou, não precisa fazer nada.`,
  },

  unnamed: { organisation: 'uma organização', inviter: 'Um administrador' },

  accountMade: {
    subject: 'Uma conta foi criada para você',
    text: `Há uma conta para você no Ringfence, criada por {{organisation}}. Siga este link para escolher uma senha e abri-la. Ele
funciona uma única vez, por um dia:

{{link}}

Se ele expirar, peça outro link na tela de entrada em “Esqueceu sua senha?”. Se você não sabe do que se trata, não
precisa fazer nada.`,
  },

  registeredAlready: {
    subject: 'Você já tem uma conta',
    text: `Alguém, provavelmente você, acabou de se cadastrar no Ringfence com este endereço. Já existe uma conta com ele: entre
nela.

Se esqueceu a senha, peça uma nova aqui:

{{link}}`,
  },

  resetPassword: {
    subject: 'Defina uma nova senha',
    text: `Siga este link para definir uma nova senha. Ele funciona uma única vez, por uma hora:

{{link}}

Se você não fez o pedido, não precisa fazer nada: sua senha continua a mesma.`,
  },

  passwordEnded: {
    subject: 'Escolha uma nova senha',
    text: `Agora você é membro de outra organização no Ringfence. Um administrador havia definido sua senha, por isso ela não
vale mais. Siga este link para escolher uma que só você conheça. Ele funciona uma única vez, por uma hora:

{{link}}

Se ele expirar, peça outro link na tela de entrada em “Esqueceu sua senha?”.`,
  },

  choosePassword: {
    subject: 'Escolha sua senha',
    text: `Siga este link para escolher a senha da sua conta no Ringfence. Ele também confirma que este endereço é seu. Funciona
uma única vez, por um dia:

{{link}}

Se você não fez o pedido, não precisa fazer nada.`,
  },

  dateWaits: {
    subject: 'Sua conta espera por você',
    text: `Uma organização criou uma conta para você no Ringfence, que você ainda não abriu. Algo nela vence em {{day}}. Siga
este link para escolher uma senha e ver do que se trata. Ele funciona uma única vez, por um dia:

{{link}}

Se ele expirar, peça outro link na tela de entrada em “Esqueceu sua senha?”. Se você não conhece essa conta, não
precisa fazer nada.`,
  },

  passwordEndedUnproved: {
    subject: 'Escolha uma nova senha',
    text: `Agora você é membro de outra organização no Ringfence. Um administrador havia definido sua senha, por isso ela não
vale mais. Siga este link para escolher uma que só você conheça. Ele também confirma que este endereço é seu. Funciona
uma única vez, por um dia:

{{link}}

Se ele expirar, peça outro link na tela de entrada em “Esqueceu sua senha?”.`,
  },

  passwordChanged: {
    subject: 'Sua senha foi alterada',
    text: `A senha da sua conta acabou de ser alterada, e todas as sessões abertas com ela foram encerradas.

Se não foi você, defina uma nova imediatamente:

{{link}}`,
  },

  secondFactorOn: {
    subject: 'Seu segundo fator foi ativado',
    text: `O segundo fator da sua conta acabou de ser ativado: para entrar é preciso agora, além da senha, um código de um
aplicativo autenticador. Os códigos de recuperação anteriores não valem mais.

Se não foi você, defina imediatamente uma nova senha e avise seu administrador:

{{link}}`,
  },

  secondFactorOff: {
    subject: 'Seu segundo fator foi desativado',
    text: `O segundo fator da sua conta acabou de ser desativado: para entrar basta a senha.

Se não foi você, defina imediatamente uma nova senha:

{{link}}`,
  },

  changeEmail: {
    subject: 'Confirme seu novo endereço',
    text: `Siga este link para que este seja o endereço da sua conta. Ele funciona uma única vez, por uma hora:

{{link}}

Se você não fez o pedido, não precisa fazer nada.`,
  },

  emailChanged: {
    subject: 'O endereço da sua conta foi alterado',
    text: `Sua conta no Ringfence tem agora outro endereço de e-mail. A partir de agora as mensagens vão para lá.

Se não foi você, avise seu administrador.`,
  },

  addressWaits: {
    subject: 'Outro endereço para sua conta?',
    text: `Outra pessoa, talvez um administrador, pediu para mudar o endereço de e-mail da sua conta no Ringfence. Como a conta
tem dados privados, a mudança espera sete dias.

Siga este link para confirmá-la agora ou para impedi-la:

{{link}}

Se você não fizer nada, o endereço muda depois desses sete dias.`,
  },

  proveWaiting: {
    subject: 'Confirme seu novo endereço',
    text: `Este deve se tornar o endereço de uma conta no Ringfence, em sete dias, ou assim que o endereço atual confirmar. Siga
este link em até sete dias; senão, nada muda:

{{link}}

Se você não sabe do que se trata, não precisa fazer nada.`,
  },

  invited: {
    subject: 'Você recebeu um convite',
    text: `{{inviter}} convida você a participar de {{organisation}} no Ringfence.

Siga este link para aceitar. Sem conta, você se cadastra ali em um passo. Ele funciona uma única vez, por duas
semanas:

{{link}}

Se você não sabe do que se trata, não precisa fazer nada.`,
  },
}
