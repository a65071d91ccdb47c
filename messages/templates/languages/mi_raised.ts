/** Te reo Māori: alerts that differ in one sentence only. */

/** With `{{tracker}}`, and no full stop. */
export const raised = {
  speeding: 'Kei runga ake te tere o {{tracker}} i tērā e whakaaetia ana',
  idling: 'E tū ana a {{tracker}} me te pūkaha e haere ana',
  towed: 'E neke ana a {{tracker}} me te mura e weto ana',
  no_data: 'Kāore a {{tracker}} e rangona ana ahakoa i neke i te wā whakamutunga',
  low_battery: 'He iti te pūhiko o {{tracker}}',
  unplugged: 'Kua ngaro te hiko o waho o {{tracker}}',
  guard: 'Kua wehe a {{tracker}} i tōna tūnga waka',
  sensor: '{{tracker}}: kei waho a {{sensor}} i tōna awhe',
  jamming: '{{tracker}}: e whakararurarutia ana ōna irirangi',
  proximity: '{{tracker}}: e {{distance}} te tawhiti i {{other}}',
  unknown_key: 'Kei te taraiwatia a {{tracker}} me te kī kāore e mōhiotia: {{driver}}',
  licence_expired: 'Kua mōnehu te raihana o {{driver}}, e taraiwa ana i {{tracker}}',
  no_show: 'Kāore a {{driver}} i tae mai ki te taraiwa i {{tracker}}',
}
/** What follows in a mail. */
export const linesOfRaised = `Wā: {{time}}
Wāhi: {{place}} ({{position}})
Tere: {{speed}}
Tepe: {{limit}}
Rohe: {{boundary}}
I mutu i te {{ended}}.

Kei te mahere, i taua wā: {{link}}`
