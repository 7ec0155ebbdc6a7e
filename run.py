import json,subprocess,sys
D="/tmp/w/macros/target/debug"
for name,mac,code,ret in json.load(open("t.json")):
    if len(sys.argv)>1 and name not in sys.argv[1:]: continue
    r=subprocess.run(["rustc","--edition","2021","--cap-lints","allow","--extern",f"vstd={D}/libvstd.rlib","-L",f"dependency={D}/deps",name+".rs","-o","o_"+name],capture_output=True,text=True)
    if r.returncode: print(name,"RUSTC",[l for l in r.stderr.split("\n") if l.startswith("error")][:2]); continue
    v=subprocess.run(["./o_"+name],capture_output=True,text=True).stdout.strip()
    res=[]
    for val in (v, str((int(v)+1)%120)):
        open("v_.rs","w").write(f"use vstd::prelude::*;\n{mac}\nverus! {{\nfn f() -> (r: {ret}) ensures r == {val} {{ {code} }}\n}}\nfn main() {{}}\n")
        r=subprocess.run(["/tmp/s/scratch/macros/certus5","verify","--no-cache","v_.rs"],capture_output=True,text=True)
        res.append((r.returncode,[l for l in (r.stdout+r.stderr).split("\n") if l.startswith("error")][:1]))
    flag = "OK" if res[0][0]==0 else ("refused" if all("verify/" not in str(x) for x in res[0][1]) else "*** DIFF")
    print(name,v,flag,res[0][1] if flag!="OK" else "", "" if res[1][0] else "*** ALSO OTHER")
