/** English: alerts that differ in one sentence only. */

/** With `{{tracker}}`, and no full stop. */
export const raised = {
  speeding: '{{tracker}} is faster than allowed',
  idling: '{{tracker}} stands with its engine on',
  towed: '{{tracker}} moves with its ignition off',
  no_data: '{{tracker}} is silent although it moved when it was last heard',
  low_battery: '{{tracker}} has a low battery',
  unplugged: '{{tracker}} has lost its external supply',
  guard: '{{tracker}} has left where it was parked',
  sensor: '{{tracker}}: {{sensor}} is out of its range',
  jamming: '{{tracker}} is being jammed',
  proximity: '{{tracker}} is {{distance}} away from {{other}}',
  unknown_key: '{{tracker}} is driven with the unknown key {{driver}}',
  licence_expired: 'The licence of {{driver}}, who drives {{tracker}}, has expired',
  no_show: '{{driver}} did not come to drive {{tracker}}',
}
/** What follows in a mail. */
export const linesOfRaised = `When: {{time}}
Where: {{place}} ({{position}})
Speed: {{speed}}
Limit: {{limit}}
Boundary: {{boundary}}
It ended at {{ended}}.

On the map, at that moment: {{link}}`
