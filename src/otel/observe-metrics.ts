import type { Meter, ObservableCallback } from '@opentelemetry/api';
import type { MetricSource, ObservedMetric } from '../runtime/index.ts';

/** Shows what somebody else counts, whenever metrics are collected; the result ends it. */
export function observeMetrics(meter: Meter, { metrics }: MetricSource): () => void {
  const ends = metrics.map((metric) => observeMetric(meter, metric));
  return () => {
    for (const end of ends) end();
  };
}

function observeMetric(
  meter: Meter,
  { name, description, unit, kind, read }: ObservedMetric,
): () => void {
  const options = { description, unit };
  // Such gauges are sums of what is there now, which add up over replicas.
  const instrument =
    kind === 'counter'
      ? meter.createObservableCounter(name, options)
      : meter.createObservableUpDownCounter(name, options);
  const callback: ObservableCallback = (result) => {
    for (const { value, labels } of read()) result.observe(value, { ...labels });
  };
  instrument.addCallback(callback);
  return () => instrument.removeCallback(callback);
}
