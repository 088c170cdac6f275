// How the page looks, and the little that it does.

extension HTMLPage {
  /// The style sheet, for light and dark.
  static let style = """
    :root{--bg:#fff;--fg:#1c2024;--dim:#5f6975;--line:#d9dee3;--card:#f6f8fa;--link:#0b5cad;\
    --good:#1a7f37;--bad:#c0262d;--broken:#8a3ffc;--unknown:#946200;--fault:#a3358f;\
    --b0:#e1e5e9;--b1:#ffe3b0;--b2:#fff3c2;--b3:#d8ecff;--b4:#c3e0ff;--b5:#d3f2da;--b6:#bdeacb;\
    --b7:#96dcab;--on:#1c2024;--link-band:#c3e0ff;--scan:#e8def8;--adv:#e1e5e9;--fault-band:#f7d6ef}
    @media(prefers-color-scheme:dark){:root{--bg:#14181c;--fg:#e4e8ec;--dim:#9aa5b1;--line:#323a43;\
    --card:#1c2229;--link:#79b8ff;--good:#4ac26b;--bad:#ff7b72;--broken:#c4a1ff;--unknown:#e3b341;\
    --fault:#f0a3dd;--b0:#39424c;--b1:#5c4415;--b2:#57501b;--b3:#1d3d5c;--b4:#1f4a75;--b5:#1d4a2b;\
    --b6:#1f5a32;--b7:#26703d;--on:#f0f3f6;--link-band:#1f4a75;--scan:#3d3357;--adv:#39424c;\
    --fault-band:#5a2450}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
    header,main{max-width:1200px;margin:0 auto;padding:0 20px}
    header{padding-top:20px}
    .brand{margin:0;color:var(--dim);font-weight:600}
    h1{margin:0 0 16px;font-size:26px;line-height:1.25}
    h2.part{font-size:18px;margin:32px 0 8px}
    h3{display:inline;font-size:16px;scroll-margin-top:16px}
    h4{margin:12px 0 4px;font-size:14px}
    a{color:var(--link)}
    :focus-visible{outline:3px solid var(--link);outline-offset:2px}
    small{color:var(--dim);font-size:13px;overflow-wrap:anywhere}
    td small{display:block}
    code,pre{font:13px/1.45 ui-monospace,monospace;overflow-wrap:anywhere}
    pre{margin:0;padding:10px 12px;background:var(--bg);border:1px solid var(--line);border-radius:6px;\
    overflow-x:auto}
    form{display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center;margin-bottom:12px}
    input[type=search]{font:inherit;padding:4px 10px;width:250px;max-width:100%;color:inherit;\
    background:var(--card);border:1px solid var(--dim);border-radius:6px}
    fieldset{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:4px 14px}
    legend{position:absolute;clip-path:inset(50%);height:1px;overflow:hidden}
    output{color:var(--dim)}
    table{border-collapse:collapse;width:100%}
    caption{text-align:left;color:var(--dim);font-size:13px;padding:4px 0}
    th,td{text-align:left;vertical-align:top;padding:6px 14px 6px 0;border-bottom:1px solid var(--line)}
    th{font-size:13px;color:var(--dim)}
    main>table th:nth-child(2){width:42%}main>table td:nth-child(4) small{overflow-wrap:normal}main>table th:nth-child(3){text-align:right}
    .time{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
    .badge{display:inline-block;white-space:nowrap;font-size:13px;font-weight:600;padding:0 8px;\
    border:1px solid currentColor;border-radius:10px}
    .passed{color:var(--good)}.failed,.unreadable{color:var(--bad)}
    .broken{color:var(--broken)}.unknown,.flaky{color:var(--unknown)}.skipped{color:var(--dim)}
    .run{margin:10px 0;padding:10px 14px;background:var(--card);border:1px solid var(--line);\
    border-radius:8px}
    summary{cursor:pointer}
    .facts,.note{color:var(--dim);font-size:13px;margin:6px 0}
    .why{margin:10px 0;padding:2px 0 2px 14px;border-left:4px solid var(--bad)}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 14px;margin:8px 0}
    dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}.seen{white-space:pre-wrap}
    .button{display:inline-block;padding:3px 12px;border:1px solid var(--link);border-radius:6px;\
    text-decoration:none}
    .story td{padding:2px 14px 2px 0;font-size:13px}.story th{padding:4px 14px 4px 0}
    .story tr.scenario td{font-weight:600}
    figure{margin:10px 0}
    figcaption{color:var(--dim);font-size:12px;margin-top:2px}
    .plot{display:flex;overflow-x:auto;background:var(--bg);border:1px solid var(--line);\
    border-radius:6px;padding:4px 14px 0 8px}
    .names{flex:none;width:250px;font-size:12px;position:sticky;left:-8px;z-index:1;\
    background:var(--bg);color:var(--dim)}
    .names div{display:flex;line-height:22px;white-space:nowrap}
    .names div.first{box-shadow:0 -1px var(--line)}
    .names b{flex:none;width:70px;color:var(--fg)}
    .names span{overflow:hidden;text-overflow:ellipsis}
    .plot svg[role]{flex:1 0 620px;min-width:620px;margin:0 8px;overflow:visible}
    svg{font:11px system-ui,sans-serif;fill:var(--on)}
    .over{overflow:visible}
    svg text{fill:var(--on)}svg text.tick{fill:var(--dim)}
    line.tick{stroke:var(--line)}line.lane{stroke:var(--line)}
    .wait{stroke:var(--dim);stroke-width:2;stroke-dasharray:2 3}
    .attempt.bad{fill:var(--bad);opacity:.55}.attempt.good{fill:var(--good);opacity:.55}
    rect.state0{fill:var(--b0)}rect.state1{fill:var(--b1)}rect.state2{fill:var(--b2)}\
    rect.state3{fill:var(--b3)}rect.state4{fill:var(--b4)}rect.state5{fill:var(--b5)}\
    rect.state6{fill:var(--b6)}rect.state7{fill:var(--b7)}rect.mixed{fill:var(--b6)}
    rect.link{fill:var(--link-band)}rect.scan{fill:var(--scan)}rect.advertising{fill:var(--adv)}
    rect.listener{fill:var(--b5)}rect.fault{fill:var(--fault-band)}
    .step{fill:var(--fg)}.fired{fill:var(--fault)}rect.bad{fill:var(--bad)}
    circle.good,rect.good{fill:var(--good)}circle.event{fill:none;stroke:var(--dim);stroke-width:1.5}\
    rect.event{fill:var(--dim)}
    .cross{stroke:var(--bad);stroke-width:2;fill:none}.data{stroke:var(--dim);stroke-width:1.5}\
    rect.data{fill:var(--dim);stroke:none;opacity:.6}.request{fill:var(--link)}
    .failure line{stroke:var(--bad);stroke-width:2}.failure path{fill:var(--bad)}
    [hidden]{display:none!important}
    @media(max-width:700px){header,main{padding:0 12px}thead th:nth-child(n+4),\
    main>table td:nth-child(n+4){display:none}.names{width:170px;padding-right:10px}.names b{width:64px}}
    @media print{form,.button{display:none}.run{break-inside:avoid}}
    """

  /// Filters, and opens the run that a link leads to. Without it, all is there to be read.
  static let script = """
    const form=document.getElementById("filter"),text=document.getElementById("text"),
    rows=[...document.querySelectorAll("main>table tbody tr")];
    function filter(){
      const words=text.value.toLowerCase().split(/\\s+/),
      off=new Set([...form.querySelectorAll("[type=checkbox]:not(:checked)")].map(box=>box.value));
      let shown=0;
      for(const row of rows){
        const is=!off.has(row.dataset.verdict)&&
          words.every(word=>row.textContent.toLowerCase().includes(word));
        row.hidden=!is;
        if(is)shown+=1;
        const run=row.dataset.run&&document.querySelector(`details[data-run="${row.dataset.run}"]`);
        if(run)run.hidden=!is;
      }
      document.getElementById("shown").textContent=`${shown} of ${rows.length} shown`;
    }
    function follow(){
      const target=location.hash&&document.getElementById(location.hash.slice(1)),
      run=target&&target.closest("details");
      if(run){run.open=true;target.scrollIntoView();run.querySelector("summary").focus();}
    }
    form.addEventListener("input",filter);
    form.addEventListener("submit",event=>event.preventDefault());
    addEventListener("hashchange",follow);
    addEventListener("keydown",event=>{
      if(event.key==="/"&&event.target!==text){event.preventDefault();text.focus();}
      if(event.key==="Escape"&&event.target===text){text.value="";filter();}
    });
    filter();follow();
    """
}
