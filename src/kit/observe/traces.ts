/**
 * Traces by OpenTelemetry: a span for each request, and under it one for each step of a store.
 * Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set. They are sent in the background; a collector
 * that is away costs them, and nothing else.
 */
import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import {
  currentRequest,
  requestEnd,
  requestStart,
  type CurrentRequest,
  type RequestEnded,
  type RequestStarted,
} from './requests.ts';
import { storeSteps, type StoreStep } from '../stores/store-steps.ts';
import { setTraceHeaders } from './trace-headers.ts';

/** How long the collector may take to accept a batch, also when the process stops, milliseconds. */
const exportTimeoutMs = 2_000;
/** Spans that may wait; further ones are dropped. */
const maxQueueSize = 4_096;
/** How often the log says that spans are lost, milliseconds. */
const failureEveryMs = 60_000;

const propagator = new W3CTraceContextPropagator();
const getter = {
  keys: (headers: object) => Object.keys(headers),
  get: (headers: Record<string, string | string[] | undefined>, name: string) => headers[name],
};
const setter = {
  set: (headers: Record<string, string>, name: string, value: string) =>
    void (headers[name] = value),
};

/**
 * Begins to trace.
 *
 * @param endpoint address of the collector; `/v1/traces` is appended
 * @returns ends it: sends what waits, for 2 s at the most
 */
export function startTraces(endpoint: string, log: Logger): () => Promise<void> {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs });
  const options = { exporter, maxQueueSize, exportTimeoutMillis: exportTimeoutMs };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'hawker' }),
    spanProcessors: [new BatchSpanProcessor(options)],
  });
  logFailures(log);
  const stop = follow(provider);
  return async () => {
    stop();
    await provider.shutdown().catch(() => {});
  };
}

/** Makes spans of what requests and stores tell. Yields what ends that. */
function follow(provider: TracerProvider): () => void {
  const tracer = provider.getTracer('hawker');
  const requests = new WeakMap<CurrentRequest, Context>();
  const steps = new WeakMap<StoreStep, Span>();

  const begin = (message: unknown) => {
    const { request, headers } = message as RequestStarted;
    const parent = propagator.extract(ROOT_CONTEXT, headers, getter);
    // Its route is not known yet.
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
    requests.set(request, trace.setSpan(parent, span));
  };
  const end = (message: unknown) => {
    const { request, summary } = message as RequestEnded;
    const span = trace.getSpan(requests.get(request) ?? context.active());
    if (span === undefined) return;
    const { service, method, route, status } = summary;
    span.updateName(`${method} ${route}`);
    span.setAttributes({
      'hawker.service': service,
      'hawker.request_id': request.id,
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
    });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  const present = (): Context | undefined => {
    const request = currentRequest();
    return request && requests.get(request);
  };
  const listeners = {
    start(step: StoreStep) {
      const parent = present();
      // What loops do belongs to no request, and there is much of it.
      if (parent === undefined) return;
      const { system, name } = step;
      const attributes = { 'db.system.name': system, 'db.query.summary': name };
      const kind = SpanKind.CLIENT;
      steps.set(step, tracer.startSpan(`${system} ${name}`, { kind, attributes }, parent));
    },
    end() {},
    asyncStart() {},
    asyncEnd: (step: StoreStep) => steps.get(step)?.end(),
    // Of its text nothing is shown: it may hold values.
    error: (step: StoreStep) => steps.get(step)?.setStatus({ code: SpanStatusCode.ERROR }),
  };
  requestStart.subscribe(begin);
  requestEnd.subscribe(end);
  storeSteps.subscribe(listeners);
  setTraceHeaders(() => {
    const headers: Record<string, string> = {};
    const parent = present();
    if (parent !== undefined) propagator.inject(parent, headers, setter);
    return headers;
  });
  return () => {
    requestStart.unsubscribe(begin);
    requestEnd.unsubscribe(end);
    storeSteps.unsubscribe(listeners);
    setTraceHeaders(() => ({}));
  };
}

function logFailures(log: Logger): void {
  let next = 0;
  setGlobalErrorHandler((error) => {
    const now = performance.now();
    if (now < next) return;
    next = now + failureEveryMs;
    // The error may quote the spans.
    log.warn(
      `spans are lost: the collector does not take them (${error instanceof Error ? error.name : 'error'})`,
    );
  });
}
