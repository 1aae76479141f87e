// Rules that no schema states: what one object says of another must be true.

/** Returns what the rendered objects of a release get wrong about each other. */
export function disagreements(objects) {
  const pods = objects.flatMap(podOf);
  const { template: service } = pods.find(({ kind }) => kind === 'Deployment');
  return [
    ...objects.flatMap((object) => selectorFaults(object, service.metadata.labels)),
    ...pods.flatMap(({ kind, template }) => podFaults(template.spec).map((fault) => `${kind}: ${fault}`)),
    ...stopFaults(service.spec),
    ...addressFaults(objects, service.spec),
  ];
}

function podOf(object) {
  if (object.kind === 'Pod') return [{ kind: 'Pod', template: object }];
  return object.spec?.template ? [{ kind: object.kind, template: object.spec.template }] : [];
}

/** A selector that selects nothing is valid, and useless. */
function selectorFaults({ kind, spec = {} }, labels) {
  const selector = kind === 'Service' ? spec.selector : (spec.podSelector ?? spec.selector)?.matchLabels;
  if (!selector || kind === 'ServiceMonitor') return [];
  const isMet = Object.entries(selector).every(([name, value]) => labels[name] === value);
  return isMet ? [] : [`the selector of ${kind} does not select the pods of the service`];
}

function podFaults({ securityContext, containers, volumes = [], automountServiceAccountToken }) {
  const faults = [];
  const need = (holds, fault) => holds || faults.push(fault);
  need(automountServiceAccountToken === false, 'it gets a token of Kubernetes');
  need(securityContext.runAsNonRoot && securityContext.runAsUser > 0, 'it may run as root');
  need(securityContext.seccompProfile?.type === 'RuntimeDefault', 'it has no seccomp profile');
  const names = volumes.map(({ name }) => name);
  for (const { name, env = [], volumeMounts = [], securityContext: own } of containers) {
    need(own.readOnlyRootFilesystem, `${name} may write to its image`);
    need(own.allowPrivilegeEscalation === false, `${name} may gain privileges`);
    need(own.capabilities.drop.includes('ALL'), `${name} keeps capabilities`);
    for (const mount of volumeMounts)
      need(names.includes(mount.name), `${name} mounts no volume ${mount.name}`);
    for (const setting of env.filter((each) => each.name.endsWith('_FILE'))) {
      need(
        isMounted(setting.value, volumeMounts, volumes),
        `${setting.name} names a file that is not mounted`,
      );
    }
    const rounded = env.filter((each) => /\de[+-]\d/.test(each.value)).map((each) => each.name);
    need(rounded.length === 0, `${name} gets ${rounded} as a floating-point number`);
    const twice = env.map((each) => each.name).filter((each, index, all) => all.indexOf(each) !== index);
    need(twice.length === 0, `${name} sets ${twice} twice`);
  }
  return faults;
}

function isMounted(path, mounts, volumes) {
  const mount = mounts.find(({ mountPath }) => path.startsWith(`${mountPath}/`));
  const items = volumes.find(({ name }) => name === mount?.name)?.secret?.items ?? [];
  return items.some((item) => `${mount.mountPath}/${item.path}` === path);
}

/** Behind an ingress, people sign in at one of its addresses, or they get no session. */
function addressFaults(objects, { containers: [{ env }] }) {
  const { rules, tls } = objects.find(({ kind }) => kind === 'Ingress')?.spec ?? {};
  if (!rules) return [];
  const publicUrl = env.find(({ name }) => name === 'PUBLIC_URL')?.value;
  const addresses = rules.map(({ host }) => `http${tls ? 's' : ''}://${host}`);
  return addresses.includes(publicUrl) ? [] : [`PUBLIC_URL is ${publicUrl}, and no address of the ingress`];
}

/** The pod must not be killed while the process finishes its requests. */
function stopFaults({ terminationGracePeriodSeconds, containers: [{ env, lifecycle }] }) {
  const shutdown = Number(env.find(({ name }) => name === 'SHUTDOWN_TIMEOUT_SECONDS').value);
  const pause = Number(lifecycle.preStop.exec.command[1]);
  return terminationGracePeriodSeconds > shutdown + pause ? [] : ['the pod is killed before it has stopped'];
}
