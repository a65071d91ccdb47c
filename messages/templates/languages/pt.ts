import { composeLanguage } from '../compose_language.ts'

export const pt = composeLanguage({
  raised: {
    speeding: '{{tracker}} está acima da velocidade permitida',
    idling: '{{tracker}} está parado com o motor ligado',
    towed: '{{tracker}} se move com a ignição desligada',
    no_data: '{{tracker}} está em silêncio, embora se movesse no último envio',
    low_battery: '{{tracker}} está com a bateria fraca',
    unplugged: '{{tracker}} perdeu a energia externa',
    guard: '{{tracker}} saiu de onde estava estacionado',
    sensor: '{{tracker}}: {{sensor}} está fora da faixa',
  },
  sentences: {
    left_boundary: '{{tracker}} saiu de {{boundary}}',
    outside_boundary: '{{tracker}} está fora de {{boundary}}',
    returned: '{{tracker}} voltou',
    returned_to: '{{tracker}} voltou a {{own_boundary}}',
    entered_boundary: '{{tracker}} entrou em {{boundary}}',
    exited_boundary: '{{tracker}} saiu novamente de {{boundary}}',
    alarm: '{{tracker}} gerou um alarme: {{alarm}}',
    arrived: '{{tracker}} chegou a {{boundary}}',
    departed: '{{tracker}} partiu de {{boundary}}',
    late: '{{tracker}} está atrasado em {{boundary}}',
    maintenance_due: '{{tracker}}: {{maintenance}} vencida',
    offline: '{{tracker}} está offline',
    online: '{{tracker}} está on-line de novo',
    reminder: '{{tracker}} continua fora',
    reminder_inside: '{{tracker}} continua em {{boundary}}',
    escalation: 'Alerta não reconhecido: {{tracker}}',
  },
  labels: {
    when: 'Quando',
    where: 'Onde',
    speed: 'Velocidade',
    limit: 'Limite',
    boundary: 'Cerca virtual',
    since: 'Desde',
    expected: 'Esperado até',
    last: 'Última posição',
    alarm: 'Alarme',
    outside: 'Fora de',
    entered: 'Entrou em',
    map: 'No mapa',
    map_then: 'No mapa, naquele momento',
  },
  alone: {
    back: 'De volta às {{ended}}.',
    inside_at: 'Dentro às {{ended}}.',
    not_inside_yet: 'Ele ainda não esteve dentro.',
    was_outside: 'Esteve fora por {{duration}}, desde {{started}}.',
    was_inside: 'Esteve dentro por {{duration}}, desde {{started}}.',
    after: 'após {{duration}}',
    must_not: 'Ele não deve estar lá.',
    out_again: 'Fora de novo às {{ended}}.',
    ended: 'Terminou às {{ended}}.',
    as_asked: 'Você pediu este aviso.',
    enter_done: 'Quando estiver feito, registre na página do rastreador, em Manutenção: a contagem recomeça dali.',
    silent: 'Ele não envia nada há mais tempo que o esperado.',
    since_duration: 'Duração até agora: {{duration}}, desde {{started}}.',
    acknowledge: 'Reconheça o alerta e não haverá mais lembretes.',
    unacknowledged: 'Um alerta de {{tracker}} ({{number}}) não foi reconhecido há {{duration}}.',
    digest_subject: '{{count}} alertas de {{organisation}}',
    kept: '{{count}} alertas foram guardados para você, {{because}}.',
    more: '… e mais {{more}}.',
    all: 'Todos os alertas',
    sent_by: '{{sender}} enviou esta mensagem a você. Para responder, entre',
    you_wrote: 'Você escreveu:',
  },
  place: ({ distance, direction, town }) =>
    `a ${distance} ${direction.replaceAll('W', 'O').replaceAll('E', 'L')} de ${town}`,
  active_boundary: 'a cerca ativa',
  no_more: 'Não receber mais alertas neste endereço',
  no_more_newsletters: 'Cancelar a assinatura do boletim',
  left_out: (names) => `Não anexado, porque foi excluído ou não passou no antivírus: ${names}`,
  because: {
    limit: (limit) => `porque houve mais de ${limit} em uma hora`,
    quiet: 'durante seu horário de silêncio',
    repeats: (limit) => `porque um rastreador gerou mais de ${limit} de um tipo em uma hora`,
  },
  confirmation: {
    email: {
      subject: 'Você quer mensagens neste endereço?',
      text: `Este endereço foi informado no Ringfence para receber mensagens sobre rastreadores GPS.

Quem pediu, e se você concorda, está nesta página: {{link}}

Nada é enviado antes de você concordar. Você não precisa responder, e pode recusar definitivamente lá.`,
    },
    sms: {
      subject: '',
      text: 'Ringfence: podem ser enviadas a este número mensagens sobre rastreadores GPS? Veja quem pede, aceite ou recuse: {{link}}',
    },
  },
  phone_code: (code) => `Ringfence: ${code} é o seu código. Ninguém vai pedi-lo.`,
  test_alert: {
    subject: (organisation) => `Um teste dos alertas de ${organisation}`,
    text: (organisation) => `Isto é um teste. Os alertas de ${organisation} chegam a você aqui.`,
  },
  quota: {
    subject: (what) => `A cota de ${what} acabou`,
    text: (what, limit, period, until) =>
      `Esta organização enviou ${limit} ${what} ${period}, o máximo permitido. O que vier agora espera até ${until}; alarmes de pessoas que pedem ajuda continuam saindo. Os administradores da plataforma podem aumentar a cota.`,
    what: { email: 'e-mails', sms: 'SMS', push: 'notificações', webhook: 'chamadas de webhooks' },
    period: { 'an hour': 'nesta hora', 'a day': 'hoje' },
  },
  webhook_off: {
    subject: (name) => `O webhook “${name}” foi desativado`,
    text: (name, host, reason, link) =>
      `As chamadas do webhook “${name}” a ${host} não são aceitas, então ele foi desativado. A última tentativa: ${reason}.\n\nO que acontecer a partir de agora não é enviado para lá. Corrija o receptor e ative o webhook de novo: ${link}`,
  },
  channel: {
    over: (line) => `encerrado: ${line}`,
    trip: (tracker, km) => `${tracker} terminou uma viagem de ${km.toFixed(1).replace('.', ',')} km`,
    answered: (tracker, answer) => `${tracker} respondeu: ${answer}`,
    failed: (tracker, reason) => `um comando a ${tracker} falhou: ${reason}`,
    test: 'Um teste do Ringfence',
  },
})
