import type { AccountWords } from './account_words.ts'

export const es: AccountWords = {
  register: {
    subject: 'Confirme su registro',
    text: `Le damos la bienvenida a Ringfence.

Siga este enlace para confirmar su dirección y terminar el registro. Funciona una sola vez, durante un día:

{{link}}

Si no se ha registrado, no tiene que hacer nada.`,
  },

  unnamed: { organisation: 'una organización', inviter: 'Un administrador' },

  accountMade: {
    subject: 'Se ha creado una cuenta para usted',
    text: `En Ringfence hay una cuenta para usted, creada por {{organisation}}. Siga este enlace para elegir una contraseña y
abrirla. Funciona una sola vez, durante un día:

{{link}}

Si caduca, pida otro enlace al iniciar sesión con «¿Olvidó su contraseña?». Si no sabe de qué se trata, no tiene que
hacer nada.`,
  },

  registeredAlready: {
    subject: 'Ya tiene una cuenta',
    text: `Alguien, probablemente usted, acaba de registrarse en Ringfence con esta dirección. Ya hay una cuenta con ella: inicie
sesión.

Si ha olvidado la contraseña, pida una nueva aquí:

{{link}}`,
  },

  resetPassword: {
    subject: 'Establezca una contraseña nueva',
    text: `Siga este enlace para establecer una contraseña nueva. Funciona una sola vez, durante una hora:

{{link}}

Si no lo ha pedido, no tiene que hacer nada: su contraseña sigue siendo la misma.`,
  },

  passwordEnded: {
    subject: 'Elija una contraseña nueva',
    text: `Ahora es miembro de otra organización en Ringfence. Un administrador había establecido su contraseña, por lo que ya no
sirve. Siga este enlace para elegir una que solo usted conozca. Funciona una sola vez, durante una hora:

{{link}}

Si caduca, pida otro enlace al iniciar sesión con «¿Olvidó su contraseña?».`,
  },

  choosePassword: {
    subject: 'Elija su contraseña',
    text: `Siga este enlace para elegir la contraseña de su cuenta en Ringfence. También confirma que esta dirección es suya.
Funciona una sola vez, durante un día:

{{link}}

Si no lo ha pedido, no tiene que hacer nada.`,
  },

  dateWaits: {
    subject: 'Su cuenta le espera',
    text: `Una organización ha creado una cuenta para usted en Ringfence, que todavía no ha abierto. Algo en ella vence el
{{day}}. Siga este enlace para elegir una contraseña y ver qué es. Funciona una sola vez, durante un día:

{{link}}

Si caduca, pida otro enlace al iniciar sesión con «¿Olvidó su contraseña?». Si no sabe de esa cuenta, no tiene que
hacer nada.`,
  },

  passwordEndedUnproved: {
    subject: 'Elija una contraseña nueva',
    text: `Ahora es miembro de otra organización en Ringfence. Un administrador había establecido su contraseña, por lo que ya no
sirve. Siga este enlace para elegir una que solo usted conozca. También confirma que esta dirección es suya. Funciona
una sola vez, durante un día:

{{link}}

Si caduca, pida otro enlace al iniciar sesión con «¿Olvidó su contraseña?».`,
  },

  passwordChanged: {
    subject: 'Se ha cambiado su contraseña',
    text: `Se acaba de cambiar la contraseña de su cuenta, y se han cerrado todas las sesiones iniciadas con ella.

Si no fue usted, establezca una nueva de inmediato:

{{link}}`,
  },

  secondFactorOn: {
    subject: 'Se ha activado su segundo factor',
    text: `Se acaba de activar el segundo factor de su cuenta: para iniciar sesión hace falta ahora, además de la contraseña, un
código de una aplicación de autenticación. Los códigos de recuperación anteriores ya no sirven.

Si no fue usted, establezca de inmediato una contraseña nueva y avise a su administrador:

{{link}}`,
  },

  secondFactorOff: {
    subject: 'Se ha desactivado su segundo factor',
    text: `Se acaba de desactivar el segundo factor de su cuenta: para iniciar sesión basta la contraseña.

Si no fue usted, establezca de inmediato una contraseña nueva:

{{link}}`,
  },

  changeEmail: {
    subject: 'Confirme su nueva dirección',
    text: `Siga este enlace para que esta sea la dirección de su cuenta. Funciona una sola vez, durante una hora:

{{link}}

Si no lo ha pedido, no tiene que hacer nada.`,
  },

  emailChanged: {
    subject: 'Se ha cambiado la dirección de su cuenta',
    text: `Su cuenta en Ringfence tiene ahora otra dirección de correo electrónico. Desde este momento los mensajes se envían
allí.

Si no fue usted, avise a su administrador.`,
  },

  addressWaits: {
    subject: '¿Otra dirección para su cuenta?',
    text: `Otra persona, quizá un administrador, ha pedido cambiar la dirección de correo electrónico de su cuenta en Ringfence.
Como la cuenta tiene datos privados, el cambio espera siete días.

Siga este enlace para confirmarlo ahora mismo o para detenerlo:

{{link}}

Si no hace nada, la dirección cambia después de esos siete días.`,
  },

  proveWaiting: {
    subject: 'Confirme su nueva dirección',
    text: `Esta va a ser la dirección de una cuenta en Ringfence, dentro de siete días, o en cuanto la dirección actual lo
confirme. Siga este enlace antes de siete días; si no, no cambia nada:

{{link}}

Si no sabe de qué se trata, no tiene que hacer nada.`,
  },

  invited: {
    subject: 'Tiene una invitación',
    text: `{{inviter}} le invita a unirse a {{organisation}} en Ringfence.

Siga este enlace para aceptar. Si no tiene cuenta, se registra allí en un paso. Funciona una sola vez, durante dos
semanas:

{{link}}

Si no sabe de qué se trata, no tiene que hacer nada.`,
  },
}
