import { composeLanguage } from '../compose_language.ts'

export const es = composeLanguage({
  raised: {
    speeding: '{{tracker}} va más rápido de lo permitido',
    idling: '{{tracker}} está parado con el motor en marcha',
    towed: '{{tracker}} se mueve sin contacto',
    no_data: '{{tracker}} está en silencio aunque se movía en su último reporte',
    low_battery: '{{tracker}} tiene la batería baja',
    unplugged: '{{tracker}} perdió su alimentación externa',
    guard: '{{tracker}} ha salido de donde estaba aparcado',
    sensor: '{{tracker}}: {{sensor}} está fuera de su rango',
  },
  sentences: {
    left_boundary: '{{tracker}} salió de {{boundary}}',
    outside_boundary: '{{tracker}} está fuera de {{boundary}}',
    returned: '{{tracker}} ha vuelto',
    returned_to: '{{tracker}} ha vuelto a {{own_boundary}}',
    entered_boundary: '{{tracker}} entró en {{boundary}}',
    exited_boundary: '{{tracker}} volvió a salir de {{boundary}}',
    alarm: '{{tracker}} generó una alarma: {{alarm}}',
    arrived: '{{tracker}} llegó a {{boundary}}',
    departed: '{{tracker}} partió de {{boundary}}',
    late: '{{tracker}} va con retraso a {{boundary}}',
    maintenance_due: '{{tracker}}: vence {{maintenance}}',
    offline: '{{tracker}} está sin conexión',
    online: '{{tracker}} está de nuevo en línea',
    reminder: '{{tracker}} sigue fuera',
    reminder_inside: '{{tracker}} sigue en {{boundary}}',
    escalation: 'Alerta sin confirmar: {{tracker}}',
  },
  labels: {
    when: 'Cuándo',
    where: 'Dónde',
    speed: 'Velocidad',
    limit: 'Límite',
    boundary: 'Geocerca',
    since: 'Desde',
    expected: 'Esperado hasta',
    last: 'Última posición',
    alarm: 'Alarma',
    outside: 'Fuera de',
    entered: 'Entró en',
    map: 'En el mapa',
    map_then: 'En el mapa, en ese momento',
  },
  alone: {
    back: 'De vuelta a las {{ended}}.',
    inside_at: 'Dentro a las {{ended}}.',
    not_inside_yet: 'Aún no ha estado dentro.',
    was_outside: 'Estuvo fuera {{duration}}, desde {{started}}.',
    was_inside: 'Estuvo dentro {{duration}}, desde {{started}}.',
    after: 'tras {{duration}}',
    must_not: 'No debe estar allí.',
    out_again: 'Fuera de nuevo a las {{ended}}.',
    ended: 'Terminó a las {{ended}}.',
    as_asked: 'Usted pidió este aviso.',
    enter_done:
      'Cuando esté hecho, anótelo en la página del rastreador, en Mantenimiento: la cuenta empieza entonces de nuevo.',
    silent: 'No ha reportado durante más tiempo del esperado.',
    since_duration: 'Duración hasta ahora: {{duration}}, desde {{started}}.',
    acknowledge: 'Confirme la alerta y no habrá más recordatorios.',
    unacknowledged: 'Una alerta de {{tracker}} ({{number}}) lleva {{duration}} sin confirmar.',
    digest_subject: '{{count}} alertas de {{organisation}}',
    kept: 'Se han guardado {{count}} alertas para usted, {{because}}.',
    more: '… y {{more}} más.',
    all: 'Todas las alertas',
    sent_by: '{{sender}} le ha enviado este mensaje. Para responder, inicie sesión',
    you_wrote: 'Usted escribió:',
  },
  place: ({ distance, direction, town }) => `a ${distance} al ${direction.replaceAll('W', 'O')} de ${town}`,
  active_boundary: 'la geocerca activa',
  no_more: 'No recibir más alertas en esta dirección',
  no_more_newsletters: 'Cancelar la suscripción al boletín',
  left_out: (names) => `Sin adjuntar, porque se eliminó o no pasó el antivirus: ${names}`,
  because: {
    limit: (limit) => `porque hubo más de ${limit} en una hora`,
    quiet: 'durante sus horas de silencio',
    repeats: (limit) => `porque un rastreador generó más de ${limit} de un tipo en una hora`,
  },
  confirmation: {
    email: {
      subject: '¿Quiere recibir mensajes en esta dirección?',
      text: `Esta dirección se ha introducido en Ringfence para enviarle mensajes sobre rastreadores GPS.

Quién lo pide, y si usted acepta, está en esta página: {{link}}

No se le envía nada antes de que acepte. No tiene que responder, y allí puede rechazarlo definitivamente.`,
    },
    sms: {
      subject: '',
      text: 'Ringfence: ¿se pueden enviar a este número mensajes sobre rastreadores GPS? Vea quién lo pide, acepte o rechace: {{link}}',
    },
  },
  phone_code: (code) => `Ringfence: ${code} es su código. Nadie se lo pedirá.`,
  test_alert: {
    subject: (organisation) => `Una prueba de las alertas de ${organisation}`,
    text: (organisation) => `Esto es una prueba. Las alertas de ${organisation} le llegan aquí.`,
  },
  quota: {
    subject: (what) => `La cuota de ${what} está agotada`,
    text: (what, limit, period, until) =>
      `Esta organización ha enviado ${limit} ${what} ${period}, el máximo permitido. Lo que llegue ahora espera hasta ${until}; las alarmas de personas que piden ayuda siguen saliendo. Los administradores de la plataforma pueden aumentar la cuota.`,
    what: { email: 'correos', sms: 'SMS', push: 'notificaciones', webhook: 'llamadas de webhooks' },
    period: { 'an hour': 'en esta hora', 'a day': 'hoy' },
  },
  webhook_off: {
    subject: (name) => `El webhook «${name}» se ha desactivado`,
    text: (name, host, reason, link) =>
      `Las llamadas del webhook «${name}» a ${host} no se aceptan, así que se ha desactivado. El último intento: ${reason}.\n\nLo que ocurra desde ahora no se envía allí. Repare el receptor y vuelva a activar el webhook: ${link}`,
  },
  channel: {
    over: (line) => `terminado: ${line}`,
    trip: (tracker, km) => `${tracker} terminó un viaje de ${km.toFixed(1).replace('.', ',')} km`,
    answered: (tracker, answer) => `${tracker} respondió: ${answer}`,
    failed: (tracker, reason) => `un comando a ${tracker} falló: ${reason}`,
    test: 'Una prueba de Ringfence',
  },
})
